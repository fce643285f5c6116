import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { CallbackHealth, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import { callbacksMachine, type Deed, type Line } from '#machines/callbacks/callbacksMachine.ts'
import type { Api } from '../../api/client.ts'

interface CallbacksOptions {
  api: Api
  onDone(deed: Deed, count: number): void
  onFault(error: unknown): void
}

/** The callbacks machine with calls to the gateway as its actors. */
export const provideCallbacksMachine = ({ api, onDone, onFault }: CallbacksOptions) =>
  callbacksMachine.provide({
    actors: {
      readHealth: fromPromise<readonly CallbackHealth[], { merchantNo: string }>(({ input: { merchantNo }, signal }) =>
        api.call(calls.callbackHealth, merchantNo === '' ? {} : { merchantNo }, { quiet: true, signal }),
      ),
      plan: fromPromise<RedeliveryPlan, { line: Line }>(({ input: { line }, signal }) =>
        api.call(calls.redeliveryPlan, line, { quiet: true, signal }),
      ),
      act: fromPromise(async ({ input: { deed, line } }: { input: { deed: Deed; line: Line } }) => {
        if (deed === 'redeliver') return (await api.call(calls.redeliver, line, { quiet: true })).queued
        if (deed === 'cancel') return (await api.call(calls.cancelRedelivery, line, { quiet: true })).cancelled
        await api.call(calls.enableCallbacks, line, { quiet: true })
        return 1
      }),
    },
    actions: {
      say: (_, { deed, count }) => onDone(deed, count),
      sayFault: (_, { error }) => onFault(error),
    },
  })
