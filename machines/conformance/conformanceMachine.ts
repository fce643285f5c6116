import { assign, setup } from 'xstate'
import { requiredCallback } from '../parts.ts'

export type ConformanceEvent<Report> =
  | { type: 'check.start' }
  | { type: 'check.stop' }
  | { type: 'call.checked'; report: Report }
  | { type: 'check.done' }
  | { type: 'check.failed'; error: unknown }

export interface ConformanceContext<Report> {
  readonly reports: readonly Report[]
  readonly error: unknown
}

/** A check of the gateway, call by call. It can be stopped, and keeps its reports until it starts again. */
export const createConformanceMachine = <Report>() =>
  setup({
    types: { context: {} as ConformanceContext<Report>, events: {} as ConformanceEvent<Report> },
    actors: { check: requiredCallback<ConformanceEvent<Report>>('check') },
  }).createMachine({
    id: 'conformance',
    context: { reports: [], error: null },
    initial: 'idle',
    states: {
      idle: { on: { 'check.start': 'checking' } },
      checking: {
        entry: assign({ reports: [], error: null }),
        invoke: { id: 'check', src: 'check' },
        on: {
          'call.checked': { actions: assign({ reports: ({ context, event }) => [...context.reports, event.report] }) },
          'check.stop': 'stopped',
          'check.done': 'done',
          'check.failed': { target: 'failed', actions: assign({ error: ({ event }) => event.error }) },
        },
      },
      stopped: { on: { 'check.start': 'checking' } },
      done: { on: { 'check.start': 'checking' } },
      failed: { on: { 'check.start': 'checking' } },
    },
  })
