import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { CallbackHealth, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import { type CallbackAction, type CallbackAddress, callbacksMachine } from '#machines/callbacks/callbacksMachine.ts'
import type { Api } from '../../api/client.ts'

interface CallbacksOptions {
  api: Api
  onDone(action: CallbackAction, count: number): void
  onFault(error: unknown): void
}

/** The callbacks machine with calls to the gateway as its actors. */
export const provideCallbacksMachine = ({ api, onDone, onFault }: CallbacksOptions) =>
  callbacksMachine.provide({
    actors: {
      readHealth: fromPromise<readonly CallbackHealth[], { merchantNo: string }>(({ input: { merchantNo }, signal }) =>
        api.call(calls.callbackHealth, merchantNo === '' ? {} : { merchantNo }, { quiet: true, signal }),
      ),
      plan: fromPromise<RedeliveryPlan, { address: CallbackAddress }>(({ input: { address }, signal }) =>
        api.call(calls.redeliveryPlan, address, { quiet: true, signal }),
      ),
      act: fromPromise(
        async ({ input: { action, address } }: { input: { action: CallbackAction; address: CallbackAddress } }) => {
          if (action === 'redeliver') return (await api.call(calls.redeliver, address, { quiet: true })).queued
          if (action === 'cancel') return (await api.call(calls.cancelRedelivery, address, { quiet: true })).cancelled
          await api.call(calls.enableCallbacks, address, { quiet: true })
          return 1
        },
      ),
    },
    actions: {
      notifyDone: (_, { action, count }) => onDone(action, count),
      notifyError: (_, { error }) => onFault(error),
    },
  })
