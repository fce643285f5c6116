import { assign, setup } from 'xstate'
import { requiredActor, requiredCallback } from '../parts.ts'

export type FetchRowsEvent<Row> =
  | { type: 'rows.came'; done: number }
  | { type: 'rows.complete'; rows: readonly Row[] }
  | { type: 'rows.failed'; error: unknown }

export type GatherEvent<Row> =
  | { type: 'gather.retry' }
  | { type: 'gather.write' }
  | { type: 'gather.cancel' }
  | FetchRowsEvent<Row>

export interface GatherContext<Row> {
  readonly done: number
  readonly rows: readonly Row[]
  readonly error: unknown
}

/**
 * Fetches rows and copies them to the clipboard when all have arrived. Browsers allow a clipboard write only shortly after a
 * key press. If that has passed, the state is `ready` and the next key press writes.
 */
export const createGatherMachine = <Row>() =>
  setup({
    types: { context: {} as GatherContext<Row>, events: {} as GatherEvent<Row> },
    actors: {
      gather: requiredCallback<GatherEvent<Row>, undefined>('gather'),
      /** Whether the browser accepted the write. */
      write: requiredActor<boolean, { rows: readonly Row[] }>('write'),
    },
  }).createMachine({
    id: 'gather',
    context: { done: 0, rows: [], error: null },
    initial: 'gathering',
    on: { 'gather.cancel': '.closed' },
    states: {
      gathering: {
        entry: assign({ done: 0, rows: [], error: null }),
        invoke: { id: 'gather', src: 'gather' },
        on: {
          'rows.came': { actions: assign(({ event: { done } }) => ({ done })) },
          'rows.complete': { target: 'writing', actions: assign(({ event: { rows } }) => ({ rows })) },
          'rows.failed': { target: 'failed', actions: assign(({ event: { error } }) => ({ error })) },
        },
      },
      writing: {
        invoke: {
          id: 'write',
          src: 'write',
          input: ({ context: { rows } }) => ({ rows }),
          onDone: [{ guard: ({ event }) => event.output, target: 'closed' }, { target: 'ready' }],
          onError: 'ready',
        },
      },
      ready: { on: { 'gather.write': 'writing' } },
      failed: { on: { 'gather.retry': 'gathering' } },
      closed: { type: 'final' },
    },
  })
