import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach } from 'vitest'

// Parts of the console are fetched when they are first wanted, and transformed then: a second is not always enough.
configure({ asyncUtilTimeout: 5_000 })

// While something is waited for it is looked for again and again, and each time that it is not there yet the whole page would be
// printed for nobody. The wait that runs out prints it.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) =>
    Object(getConfig())._disableExpensiveErrorDiagnostics === true
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

// React asks for it before it lets a test wait for its work.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** What a browser has and jsdom has not: layout. A grid gets room for twenty rows and for all columns, so that they are drawn. */

const GRID_HEIGHT = 32 + 20 * 32
const GRID_WIDTH = 4_000

const isGrid = (element: Element): boolean => element.getAttribute('role') === 'grid'

function sized(name: 'clientHeight' | 'offsetHeight' | 'clientWidth' | 'offsetWidth', size: number) {
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return isGrid(this) ? size : 0
    },
  })
}

sized('clientHeight', GRID_HEIGHT)
sized('offsetHeight', GRID_HEIGHT)
sized('clientWidth', GRID_WIDTH)
sized('offsetWidth', GRID_WIDTH)

/** Nothing changes its size here. */
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Nothing is drawn here, and nobody prefers anything. */
HTMLCanvasElement.prototype.getContext = () => null
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList

Element.prototype.scrollIntoView ??= () => {}
Element.prototype.getAnimations ??= () => []
globalThis.CSS ??= {} as typeof CSS
CSS.escape ??= (text) => text.replace(/["\\]/g, '\\$&')
URL.createObjectURL ??= () => 'blob:paydesk'
URL.revokeObjectURL ??= () => {}

afterEach(() => {
  cleanup()
  localStorage.clear()
})
