import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { NextKeys, PrefixHint } from '../../src/keyboard/KeyHints.tsx'
import { Keys } from '../../src/keyboard/Keys.ts'
import { Palette } from '../../src/palette/Palette.tsx'
import { loadVocabulary } from '../../src/palette/search/vocabulary.ts'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { FakeGrid } from './fakeList.tsx'
import { createTestConsole, type TestConsoleOptions } from './testConsole.ts'

/** Renders the test console: keys, palette and key hints around a list, with the focus on its cursor. */
export async function renderConsole({ beside = null, ...options }: TestConsoleOptions & { beside?: ReactNode } = {}) {
  const small = await createTestConsole(options)
  // An Enter waits for these words, and the first import of a worker takes half a second.
  await loadVocabulary()
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
  // No delay: a pause of 80 ms in the middle of a number would start a lookup.
  return { ...small, view, user: userEvent.setup({ delay: null }) }
}

export type RenderedConsole = Awaited<ReturnType<typeof renderConsole>>
