import { useCallback } from 'react'
import { searchableKindsFor } from '#commands/rows/searchableKinds.ts'
import type { SearchableKind } from '#commands/scope.ts'
import type { Page, Search } from '#machines/palette/page.ts'
import { type Console, useConsole } from '../useConsole.tsx'
import { argumentSearch, detect } from './detect.ts'
import { knownHits } from './lookUp.ts'
import { argumentOf, unitsHere } from './rows/rows.ts'

/** How a text came to be what it is. */
type Typed = Pick<InputEvent, 'inputType' | 'isComposing'>

/** Tells the machine what was typed, and what is to be looked for because of it. */
export function useTyping(): (text: string, how: Typed) => void {
  const console = useConsole()
  return useCallback(
    (text, { inputType, isComposing }) => {
      const { palette, activeScopes } = console
      // What is being composed is not yet what is meant.
      const search = isComposing ? null : searchOf(text, palette.getSnapshot().context.page, console)
      const { hits, isCertain } = search === null ? { hits: [], isCertain: false } : knownHits(search, activeScopes.list)
      const isPasted = inputType === 'insertFromPaste' || inputType === 'insertFromDrop'
      palette.send({ type: 'text.changed', text, search: isCertain ? null : search, known: hits, pasted: isPasted })
    },
    [console],
  )
}

function searchOf(
  text: string,
  page: Page<SearchableKind>,
  { registry, scope, location, i18n: { t } }: Console,
): Search<SearchableKind> | null {
  if (page.subject !== null) return null
  const kinds = searchableKindsFor(scope().permissions)
  const argument = argumentOf(page.task, registry)
  if (argument !== null) {
    const { ask } = argument
    return 'order' in ask
      ? argumentSearch(
          text,
          ask.by,
          kinds.filter((kind) => ask.order.includes(kind)),
        )
      : null
  }
  const around = { mode: page.mode, kinds, home: location.linkTo(''), units: () => unitsHere(t) }
  const found = detect(text, around).readings.find(({ kind }) => kind === 'search')
  return found?.kind === 'search' ? found.search : null
}
