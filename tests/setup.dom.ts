import { cleanup, configure, getConfig } from '@testing-library/react'
import React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { needOf, RUNS_ALL } from './foreign/needs.ts'
import { GRID_WIDTH, gridHeight } from './gridSize.ts'
import { LIVE_REGIONS } from './liveRegions.ts'

// jsdom has no workers. Mocked here and not in a file: the files of a worker share their modules, mocked or not.
vi.mock('../src/reconcile/worker/startWorker.ts', async () => {
  const { createLocalClient } = await import('../src/reconcile/worker/localClient.ts')
  const { createReconcileEngine } = await import('../src/reconcile/worker/engine.ts')
  return { startReconcileWorker: () => createLocalClient(createReconcileEngine()) }
})

// Parts of the console are loaded on demand and compiled then. In journeys the gateway and the database run in the same process.
configure({ asyncUtilTimeout: 15_000, defaultIgnore: `script, style, ${LIVE_REGIONS}` })

// While polling, Testing Library would print the whole page on each failed attempt. Only the final failure prints it.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) =>
    Object(getConfig())._disableExpensiveErrorDiagnostics === true
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

// React requires this flag in tests that wait for its work.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// React stops capturing a stack per element beyond 10,000 elements a second. Stacks take a sixth of the time of these tests.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE' as keyof typeof React
Object.defineProperty(React[internals], 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set() {} })

// Production React, which the journeys run, has no `act`: it renders on its own, as in a browser.
if (!('act' in React)) configure({ eventWrapper: (dispatch) => dispatch() })

const isGrid = (element: Element): boolean => element.getAttribute('role') === 'grid'

function sized(name: 'clientHeight' | 'offsetHeight' | 'clientWidth' | 'offsetWidth', size: () => number) {
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return isGrid(this) ? size() : 0
    },
  })
}

sized('clientHeight', gridHeight)
sized('offsetHeight', gridHeight)
sized('clientWidth', () => GRID_WIDTH)
sized('offsetWidth', () => GRID_WIDTH)

/** Nothing is resized here. */
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom has no canvas and no media queries. */
HTMLCanvasElement.prototype.getContext = () => null
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList

// A promise, as in current browsers: an effect must not return it.
Element.prototype.scrollIntoView ??= () => Promise.resolve()
Element.prototype.getAnimations ??= () => []
Element.prototype.checkVisibility ??= () => true
globalThis.CSS ??= {} as typeof CSS
CSS.escape ??= (text) => text.replace(/["\\]/g, '\\$&')
URL.createObjectURL ??= () => 'blob:paydesk'
URL.revokeObjectURL ??= () => {}

// In front of a gateway with the documented calls only.
beforeEach(({ task, skip }) => {
  const need = RUNS_ALL ? needOf(task.file.name, task.fullTestName) : undefined
  if (need !== undefined) skip(need)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
})

// The test files of a worker share one window.
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.replaceChildren()
})
