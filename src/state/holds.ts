import { createActor, fromPromise } from 'xstate'
import { canUse } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { CommonKey } from '#locales/messages.ts'
import { type HeldMovement, holdMachine, type TakeBackResult } from '#machines/money/holdMachine.ts'
import { ApiError } from '../api/errors.ts'
import { amountText } from '../format/amount.ts'
import { parseTime } from '../format/dates.ts'
import type { Core } from '../useCore.tsx'

/** The topic of the toast about a taken-back movement. It stays until another movement is accepted. */
export const TAKEN_BACK = 'hold'

/**
 * The movements on hold, as the gateway knows them. They are not stored in the browser, so that a new sign-in sees its own and
 * no other account's.
 */
export function createHoldActor({ api, clock, features, i18n, permissions, toasts }: Core) {
  const machine = holdMachine.provide({
    actors: {
      recall: fromPromise<readonly HeldMovement[], void>(async () => {
        if (!features.has('holds') || !TAKING_BACK.some((key) => canUse(permissions, key))) return []
        const found = await api.call(calls.heldRecords, {}, { quiet: true, logout: false })
        return found.flatMap((record) => heldMovements(record, api.serverNow() - clock.now()))
      }),
      takeBack: fromPromise<TakeBackResult, { id: string; idempotencyKey: string }>(
        async ({ input: { id, idempotencyKey } }) => {
          try {
            await api.call(calls.cancelRecord, { id }, { idempotencyKey, quiet: true })
            return { isBack: true }
          } catch (cause) {
            if (cause instanceof ApiError && cause.code === 'ORDER_STATE_CONFLICT') {
              return { isBack: false, message: cause.message }
            }
            throw cause
          }
        },
      ),
    },
    actions: {
      notify(_, { movement, outcome }) {
        if (movement === undefined) return
        const key: CommonKey = outcome === null ? 'hold.unknown' : outcome.isBack ? 'hold.back' : 'hold.tooLate'
        const amount = amountText(movement)
        const text = i18n.t(key, { amount })
        if (outcome?.isBack === true) toasts.show({ tone: 'done', text, stays: true, topic: TAKEN_BACK })
        else toasts.show({ tone: 'error', text, stays: true })
      },
    },
  })
  return createActor(machine, { input: { now: clock.now, newIdempotencyKey: api.newIdempotencyKey } })
}

const TAKING_BACK = ['withdraw_submit', 'transfer_submit'] as const

/**
 * A movement as a held one, or an empty list when it is not on hold. `ahead` is how far the gateway's clock is ahead of this
 * one, in milliseconds.
 */
export const heldMovements = (
  record: HeldMovement['movement'] & { holdUntil?: string | null },
  ahead: number,
): HeldMovement[] => {
  const { id, type, payAmount, currency, platOrderNo, holdUntil = null } = record
  return holdUntil === null
    ? []
    : [{ movement: { id, type, payAmount, currency, platOrderNo }, until: parseTime(holdUntil) - ahead }]
}
