import { atom } from 'jotai'
import type { Run } from '#machines/simulation/simulationMachine.ts'

/** A run with the time at which it ended. */
export interface RecordedRun extends Run {
  id: number
  time: string
}

/** The runs of this session, the newest first; they go with the page. */
export const runsAtom = atom<readonly RecordedRun[]>([])
