import { useSelector } from '@xstate/react'
import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { type ActorRefFrom, createActor, fromCallback } from 'xstate'
import { searchableKindsFor } from '#commands/rows/searchableKinds.ts'
import type { SearchableKind } from '#commands/scope.ts'
import { createLinesMachine, type LinesAsked, type LinesEvent } from '#machines/lines/linesMachine.ts'
import { parseUnits } from '../../format/parseAmount.ts'
import { spanOf } from '../../format/ranges.ts'
import { pastedLinesAtom } from '../../state/linesAtom.ts'
import { type Console, useConsole } from '../../useConsole.tsx'
import { EditLines } from './EditLines.tsx'
import { LineResults } from './LineResults.tsx'
import { type LineMatch, matchLines } from './matchLines.ts'
import { type Line, readLines } from './readLines.ts'

export type LinesActor = ActorRefFrom<ReturnType<typeof createLinesMachine<Line, LineMatch>>>

/** Outlives the screen, so that the results are still there after opening one of the orders. */
const linesActorAtom = atom<LinesActor | null>(null)

/** Days that are searched for amounts; the same as in the palette. */
const AMOUNT_SPAN = '90d'

/** Matches pasted statement lines with orders and movements. */
export function Lines() {
  const console = useConsole()
  const [pasted, setPasted] = useAtom(pastedLinesAtom)
  const [actor, setActor] = useAtom(linesActorAtom)
  useEffect(() => {
    if (pasted === null && actor !== null) return
    setPasted(null)
    // Opened without a text: edit the previous lines.
    if (pasted?.text === '' && actor !== null) return actor.send({ type: 'lines.edit' })
    actor?.stop()
    setActor(createLinesActor(console, { text: pasted?.text ?? '', kind: pasted?.kind ?? null }))
  }, [console, pasted, actor, setPasted, setActor])
  return actor === null ? null : <LinesStep key={actor.sessionId} work={actor} />
}

function LinesStep({ work: actor }: { work: LinesActor }) {
  const isEditing = useSelector(actor, (snapshot) => snapshot.matches('editing'))
  return isEditing ? <EditLines work={actor} /> : <LineResults work={actor} />
}

function createLinesActor(
  { api, clock, location, permissions, i18n: { t } }: Console,
  { text, kind }: { text: string; kind: SearchableKind | null },
): LinesActor {
  const kinds = searchableKindsFor(permissions)
  const readOptions = { kinds, home: location.linkTo(''), units: () => parseUnits(t('query.units')) }
  const asked: LinesAsked = { text, as: 'any', kind: kind ?? kinds[0] ?? '' }
  const machine = createLinesMachine<Line, LineMatch>().provide({
    actors: {
      match: fromCallback<LinesEvent<Line, LineMatch>, LinesAsked>(({ input, sendBack }) => {
        const abort = new AbortController()
        const { lines, left } = readLines(input.text, { ...readOptions, as: input.as })
        sendBack({ type: 'lines.read', lines, left })
        const matchOptions = { api, kinds, kind: input.kind as SearchableKind, days: spanOf(AMOUNT_SPAN, clock.now()) ?? {} }
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
