import { atom } from 'jotai'
import type { SimulationRun } from '#machines/simulation/simulationMachine.ts'

/** A simulation with the time at which it ended. */
export interface RecordedRun extends SimulationRun {
  id: number
  time: string
}

/** The simulations since the page was loaded, newest first. */
export const runsAtom = atom<readonly RecordedRun[]>([])
