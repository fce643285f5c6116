import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useKeymap } from '../../keyboard/CommandKeys.tsx'
import { useValue } from '../../state/value.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import type { CommandSearch } from '../search/useSearchEntries.ts'
import type { Usage } from '../usage.ts'
import { argumentRows, figureRows, searchRows } from './pageRows.ts'
import type { Row, RowInput } from './row.ts'

/** The open page of the palette with its rows. */
export type PalettePage = ReturnType<typeof usePaletteRows>

type PageName = 'searching' | 'asking' | 'confirming' | 'running' | 'showing'

const NO_ROW = -1

const isGuess = (row: Row | undefined): boolean => row?.kind === 'command' && row.isGuess === true

/** The rows of the open page and the active row: the user's pick, else the first row unless it is a guess. */
export function usePaletteRows({ entries, lexicon, units }: CommandSearch, usage: Usage) {
  const t = useT()
  const { palette, scope, registry, location, people } = useConsole()
  const { page, answer } = useSelector(palette, ({ context }) => context)
  const name = useSelector(palette, pageNameOf)
  const isOpen = useSelector(palette, (snapshot) => snapshot.hasTag('open'))
  const lookup = useSelector(palette, lookupOf)
  const keys = useKeymap()
  const knownPeople = useValue(people.known)
  const { mode, text, search, hits, subject, task } = page

  // Rows rendered ahead are of an earlier screen, row or selection: each opening reads the scope again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows show keys and people, which are asked for where they are shown
  const rows = useMemo((): readonly Row[] => {
    if (name === 'showing') return answer === null ? [] : figureRows(answer, t)
    const source: RowInput = {
      // What does not affect the rows is left out.
      page: { mode, text, search, hits, subject, task, pick: null, searched: null },
      lookup,
      scope: scope(),
      registry,
      entries,
      lexicon,
      units,
      usage,
      home: location.linkTo(''),
      t,
    }
    return name === 'asking' ? argumentRows(source) : searchRows(source)
  }, [
    isOpen,
    name,
    answer,
    mode,
    text,
    search,
    hits,
    subject,
    task,
    lookup,
    scope,
    registry,
    entries,
    lexicon,
    units,
    usage,
    location,
    keys,
    knownPeople,
    t,
  ])

  const picked = rows.findIndex(({ id }) => id === page.pick)
  const first = isGuess(rows[0]) ? NO_ROW : 0
  return { name, page, lookup, rows, activeIndex: picked < 0 ? first : picked }
}

type Snapshot = ReturnType<ReturnType<typeof useConsole>['palette']['getSnapshot']>

const lookupOf = (snapshot: Snapshot): RowInput['lookup'] =>
  snapshot.hasTag('searching') ? 'searching' : snapshot.hasTag('failed') ? 'failed' : 'settled'

export function pageNameOf(snapshot: Snapshot): PageName {
  const { value } = snapshot
  const page = typeof value === 'object' && 'open' in value ? value.open.page : 'searching'
  return page === 'deciding' ? 'searching' : page
}
