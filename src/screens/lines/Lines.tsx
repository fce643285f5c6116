import { useSelector } from '@xstate/react'
import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { pastedLinesAtom } from '../../state/requestAtoms.ts'
import { useConsole } from '../../useConsole.tsx'
import { EditLines } from './EditLines.tsx'
import { LineResults } from './LineResults.tsx'
import { createLinesActor, type LinesActor } from './linesActor.ts'

/** Outlives the screen, so that the results are still there after opening one of the orders. */
const linesActorAtom = atom<LinesActor | null>(null)

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
  return actor === null ? null : <LinesStep key={actor.sessionId} actor={actor} />
}

function LinesStep({ actor }: { actor: LinesActor }) {
  const isEditing = useSelector(actor, (snapshot) => snapshot.matches('editing'))
  return isEditing ? <EditLines actor={actor} /> : <LineResults actor={actor} />
}
