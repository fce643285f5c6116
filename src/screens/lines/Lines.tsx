import { useSelector } from '@xstate/react'
import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { type ActorRefFrom, createActor, fromCallback } from 'xstate'
import { searchableKindsFor } from '#commands/rows/searchableKinds.ts'
import type { SearchableKind } from '#commands/scope.ts'
import { createLinesMachine, type LinesAsked, type LinesEvent } from '#machines/lines/linesMachine.ts'
import { spanOf } from '../../format/ranges.ts'
import { unitsIn } from '../../format/writtenAmount.ts'
import { pastedLinesAtom } from '../../state/linesAtom.ts'
import { type Console, useConsole } from '../../useConsole.tsx'
import { EditLines } from './EditLines.tsx'
import { FoundLines } from './FoundLines.tsx'
import { type LineFound, match } from './match.ts'
import { type Line, readLines } from './readLines.ts'

export type LinesActor = ActorRefFrom<ReturnType<typeof createLinesMachine<Line, LineFound>>>

/** What was found outlives the screen: who opens one of the orders comes back to the others. */
const workAtom = atom<LinesActor | null>(null)

/** Amounts are looked for as far back as the palette looks for one. */
const LATELY = '90d'

/** Lines out of a statement, each with the order or the record that it means. */
export function Lines() {
  const console = useConsole()
  const [pasted, setPasted] = useAtom(pastedLinesAtom)
  const [work, setWork] = useAtom(workAtom)
  useEffect(() => {
    if (pasted === null && work !== null) return
    setPasted(null)
    // Who comes without any changes those of before.
    if (pasted?.text === '' && work !== null) return work.send({ type: 'lines.edit' })
    work?.stop()
    setWork(linesOver(console, { text: pasted?.text ?? '', kind: pasted?.kind ?? null }))
  }, [console, pasted, work, setPasted, setWork])
  return work === null ? null : <Work key={work.sessionId} work={work} />
}

function Work({ work }: { work: LinesActor }) {
  const isEditing = useSelector(work, (snapshot) => snapshot.matches('editing'))
  return isEditing ? <EditLines work={work} /> : <FoundLines work={work} />
}

function linesOver(
  { api, clock, location, permissions, i18n: { t } }: Console,
  { text, kind }: { text: string; kind: SearchableKind | null },
): LinesActor {
  const kinds = searchableKindsFor(permissions)
  const around = { kinds, home: location.linkTo(''), units: () => unitsIn(t('query.units')) }
  const asked: LinesAsked = { text, as: 'any', kind: kind ?? kinds[0] ?? '' }
  const machine = createLinesMachine<Line, LineFound>().provide({
    actors: {
      match: fromCallback<LinesEvent<Line, LineFound>, LinesAsked>(({ input, sendBack }) => {
        const stopping = new AbortController()
        const { lines, left } = readLines(input.text, { ...around, as: input.as })
        sendBack({ type: 'lines.read', lines, left })
        const world = { api, kinds, kind: input.kind as SearchableKind, days: spanOf(LATELY, clock.now()) ?? {} }
        match(lines, world, stopping.signal, (found) => sendBack({ type: 'lines.found', ...found })).then(
          () => sendBack({ type: 'lines.complete' }),
          (error: unknown) => stopping.signal.aborted || sendBack({ type: 'lines.failed', error }),
        )
        return () => stopping.abort()
      }),
    },
  })
  return createActor(machine, { input: { asked } }).start()
}
