import { assign, setup } from 'xstate'
import { byEvent, requiredAction, requiredCallback } from '../parts.ts'

export interface ExportInput<Request> {
  readonly request: Request
}

export type DownloadEvent =
  /** The number of rows received, and the total where the gateway sends it. */
  | { type: 'file.grew'; done: number; all: number | null }
  | { type: 'file.arrived'; name: string | null; blob: Blob }
  | { type: 'file.failed'; error: unknown }

export type ExportEvent<Request> = ({ type: 'export.start' } & ExportInput<Request>) | { type: 'export.cancel' } | DownloadEvent

export interface ExportContext<Request> {
  /** The last one, to be tried again. */
  readonly request: Request | null
  readonly done: number
  readonly all: number | null
  readonly error: unknown
}

/** One file download at a time, with progress. It can be cancelled; a new export replaces the current download. */
export const createExportMachine = <Request>() =>
  setup({
    types: { context: {} as ExportContext<Request>, events: {} as ExportEvent<Request> },
    actors: {
      fetchFile: requiredCallback<ExportEvent<Request>, ExportInput<Request>>('fetchFile'),
    },
    actions: { save: (_, _params: { name: string | null; blob: Blob }) => requiredAction('save')() },
  }).createMachine({
    id: 'export',
    context: { request: null, done: 0, all: null, error: null },
    initial: 'idle',
    states: {
      idle: { on: { 'export.start': 'fetching' } },
      fetching: {
        entry: assign(({ event }) => ({ request: (event as { request: Request }).request, done: 0, all: null, error: null })),
        on: {
          'export.start': { target: 'fetching', reenter: true },
          'export.cancel': 'idle',
          'file.grew': { actions: assign(({ event: { done, all } }) => ({ done, all })) },
          'file.arrived': { target: 'idle', actions: byEvent('save') },
          'file.failed': { target: 'failed', actions: assign({ error: ({ event }) => event.error }) },
        },
        invoke: {
          id: 'fetchFile',
          src: 'fetchFile',
          input: ({ context }) => ({ request: context.request as Request }),
        },
      },
      failed: { on: { 'export.start': 'fetching', 'export.cancel': 'idle' } },
    },
  })
