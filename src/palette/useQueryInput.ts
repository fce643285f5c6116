import { useCallback } from 'react'
import { searchableKindsFor } from '#commands/rows/kinds.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Page, Search } from '#machines/palette/page.ts'
import { type Console, useConsole } from '../useConsole.tsx'
import { localHits } from './hits.ts'
import { argumentSearch, interpretQuery } from './interpretQuery.ts'
import { argumentOf } from './rows/pageRows.ts'

type InputSource = Pick<InputEvent, 'inputType' | 'isComposing'>

/** Sends the typed text and its order search to the palette machine. */
export function useQueryInput(): (text: string, source: InputSource) => void {
  const console = useConsole()
  return useCallback(
    (text, { inputType, isComposing }) => {
      const { palette, activeScopes } = console
      // Text under composition is not searched.
      const search = isComposing ? null : searchOf(text, palette.getSnapshot().context.page, console)
      const { hits, isCertain } = search === null ? { hits: [], isCertain: false } : localHits(search, activeScopes.list)
      const isPasted = inputType === 'insertFromPaste' || inputType === 'insertFromDrop'
      palette.send({ type: 'text.changed', text, search: isCertain ? null : search, known: hits, pasted: isPasted })
    },
    [console],
  )
}

function searchOf(
  text: string,
  page: Page<SearchableKind>,
  { registry, scope, location }: Console,
): Search<SearchableKind> | null {
  if (page.subject !== null) return null
  const kinds = searchableKindsFor(scope().permissions)
  const hasFilters = scope().hasFeature('filters')
  const argument = argumentOf(page.task, registry)
  if (argument !== null) {
    const { ask } = argument
    return 'order' in ask
      ? argumentSearch(
          text,
          ask.by,
          kinds.filter((kind) => ask.order.includes(kind)),
          hasFilters,
        )
      : null
  }
  // A text with a unit is an amount, which is no search.
  const context = { mode: page.mode, kinds, hasFilters, home: location.linkTo(''), units: () => ({}) }
  const found = interpretQuery(text, context).interpretations.find(({ kind }) => kind === 'search')
  return found?.kind === 'search' ? found.search : null
}
