import { useMachine } from '@xstate/react'
import { useMemo, useRef } from 'react'
import { type ActorRefFrom, fromPromise, type SnapshotFrom } from 'xstate'
import type { SaveOutcome, SaveRequest, SavingMachine } from '#machines/settings/savingMachine.ts'
import { useConsole } from '../../../useConsole.tsx'
import { saveOutcome } from './saveOutcome.ts'

export interface SavingCalls<Stored, Values, Saved> {
  /** Reads the stored value. After an unknown outcome it gets the submitted values. */
  load(values: Values | null): Promise<Stored>
  save(request: SaveRequest<Stored, Values>): Promise<Saved>
}

/** Runs a saving machine with the given calls as its actors. */
export function useSaving<Stored, Values extends object, Saved>(
  machine: SavingMachine<Stored, Values, Saved>,
  calls: SavingCalls<Stored, Values, Saved>,
) {
  const console = useConsole()
  const latestCalls = useRef(calls)
  latestCalls.current = calls
  const provided = useMemo(
    () =>
      machine.provide({
        actors: {
          load: fromPromise<Stored, { values: Values | null }>(({ input }) => latestCalls.current.load(input.values)),
          save: fromPromise<SaveOutcome<Saved>, SaveRequest<Stored, Values>>(({ input }) =>
            saveOutcome(console, () => latestCalls.current.save(input)),
          ),
        },
      }),
    [machine, console],
  )
  return useMachine(provided, { input: { newIdempotencyKey: console.api.newIdempotencyKey } })
}

export type SavingSnapshot<Stored, Values extends object, Saved> = SnapshotFrom<SavingMachine<Stored, Values, Saved>>
export type SavingSend<Stored, Values extends object, Saved> = ActorRefFrom<SavingMachine<Stored, Values, Saved>>['send']

/** Whether the values differ from the initial ones. */
export const differs = (one: object, other: object): boolean => JSON.stringify(one) !== JSON.stringify(other)
