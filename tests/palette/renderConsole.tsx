import { act, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { NextKeys, PrefixHint } from '../../src/keyboard/PrefixHint.tsx'
import { useKeys } from '../../src/keyboard/useKeys.ts'
import { Palette } from '../../src/palette/Palette.tsx'
import { ConsoleProvider, useConsole } from '../../src/useConsole.tsx'
import { FakeGrid } from './fakeList.tsx'
import { createTestConsole, type TestConsoleOptions } from './testConsole.ts'

// A machine that does other things at the same time must not make a test fail.
configure({ asyncUtilTimeout: 5_000 })

/** The small console on the page: keys, palette and hint around a list, with the focus on its cursor. */
export async function renderConsole({ beside = null, ...options }: TestConsoleOptions & { beside?: ReactNode } = {}) {
  const small = await createTestConsole(options)
  const { console, list } = small
  const view = render(
    <StrictMode>
      <ConsoleProvider console={console}>
        <Keys />
        <main tabIndex={-1}>
          <button type="button">opener</button>
          {list !== null && <FakeGrid list={list} />}
          {beside}
        </main>
        <NextKeys />
        <PrefixHint />
        <Palette />
      </ConsoleProvider>
    </StrictMode>,
  )
  if (list !== null) act(() => list.scope.focus())
  // A fast hand: one that rests for 80 ms in the middle of a number has asked for what it typed by then.
  return { ...small, view, user: userEvent.setup({ delay: null }) }
}

export type RenderedConsole = Awaited<ReturnType<typeof renderConsole>>

function Keys() {
  useKeys(useConsole())
  return null
}
