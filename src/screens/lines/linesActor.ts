import { type ActorRefFrom, createActor, fromCallback } from 'xstate'
import { searchableKindsFor } from '#commands/rows/kinds.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { createLinesMachine, type LinesEvent, type LinesRequest } from '#machines/lines/linesMachine.ts'
import { parseUnits } from '../../format/parseAmount.ts'
import { spanOf } from '../../format/ranges.ts'
import type { Console } from '../../useConsole.tsx'
import { type LineMatch, matchLines } from './matchLines.ts'
import { type Line, readLines } from './readLines.ts'

export type LinesActor = ActorRefFrom<ReturnType<typeof createLinesMachine<Line, LineMatch>>>

/** Days that are searched for amounts; the same as in the palette. */
const AMOUNT_SPAN = '90d'

/** Starts the lines machine with the gateway as its search. */
export function createLinesActor(
  { api, clock, features, location, permissions, i18n: { t } }: Console,
  { text, kind }: { text: string; kind: SearchableKind | null },
): LinesActor {
  const kinds = searchableKindsFor(permissions)
  const hasFilters = features.has('filters')
  const readOptions = { kinds, hasFilters, home: location.linkTo(''), units: () => parseUnits(t('query.units')) }
  const asked: LinesRequest = { text, as: 'any', kind: kind ?? kinds[0] ?? '' }
  const machine = createLinesMachine<Line, LineMatch>().provide({
    actors: {
      match: fromCallback<LinesEvent<Line, LineMatch>, LinesRequest>(({ input, sendBack }) => {
        const abort = new AbortController()
        const { lines, left } = readLines(input.text, { ...readOptions, as: input.as })
        sendBack({ type: 'lines.read', lines, left })
        const days = spanOf(AMOUNT_SPAN, clock.now()) ?? {}
        const matchOptions = { api, kinds, hasFilters, kind: input.kind as SearchableKind, days }
        matchLines(lines, matchOptions, abort.signal, (found) => sendBack({ type: 'lines.found', ...found })).then(
          () => sendBack({ type: 'lines.complete' }),
          (error: unknown) => abort.signal.aborted || sendBack({ type: 'lines.failed', error }),
        )
        return () => abort.abort()
      }),
    },
  })
  return createActor(machine, { input: { asked } }).start()
}
