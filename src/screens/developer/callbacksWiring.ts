import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { CallbackHealth, RedeliveryPlan } from '#contract/merchantRows.ts'
import { callbacksMachine, type Deed, type Line } from '#machines/callbacks/callbacksMachine.ts'
import type { Api } from '../../api/client.ts'

interface CallbacksHost {
  api: Api
  say(deed: Deed, count: number): void
  sayFault(error: unknown): void
}

/** The machine of the callbacks over the gateway. */
export const callbacksOver = ({ api, say, sayFault }: CallbacksHost) =>
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
      say: (_, { deed, count }) => say(deed, count),
      sayFault: (_, { error }) => sayFault(error),
    },
  })
