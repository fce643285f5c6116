import { atom } from 'jotai'
import { type ActorRefFrom, createActor, fromPromise, toPromise } from 'xstate'
import { routeAt, routes } from '#commands/navigation/routes.ts'
import { calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { Movement, OfflineRechargeInfo } from '#contract/rows/movements.ts'
import { allows } from '#contract/statuses.ts'
import { type RechargeMode, rechargeMachine } from '#machines/money/rechargeMachine.ts'
import type { Refusal, SubmissionOutput } from '#machines/submission/submission.ts'
import { createSubmissionMachine, type SubmissionMachine } from '#machines/submission/submissionMachine.ts'
import { isUnknownCall } from '../../../api/errors.ts'
import { amountText } from '../../../format/amount.ts'
import { parseUnits } from '../../../format/parseAmount.ts'
import { heldMovements, TAKEN_BACK } from '../../../state/holds.ts'
import { parseAddress } from '../../../state/location.ts'
import { isRefusal } from '../../../submission/outcome.ts'
import type { Console } from '../../../useConsole.tsx'
import { isGoodOutcome, type Result, resultAtom, resultPage, setResultTitle } from '../result/latestResult.ts'
import { findMovement, gatewayId, type ReadOptions, readMovement } from './findMovement.ts'
import { type FormContext, type MoneyKind, type MoneyKindName, moneyKinds, type Values } from './kinds.ts'
import { faultsOf, isPaymentOf } from './rules.ts'
import { send } from './send.ts'

export type Flow = ActorRefFrom<SubmissionMachine<FormContext, Values, Movement>>
export type RechargeFlow = ActorRefFrom<typeof rechargeMachine>

// Flows outlive their screens, so that a late answer still reaches its form.
const flowsAtom = atom<Partial<Record<MoneyKindName, Flow>>>({})
const rechargeAtom = atom<RechargeFlow | null>(null)

/** The active flow of a form; a new flow after the previous one finished. */
export function getFlow(console: Console, name: MoneyKindName): Flow {
  const { atoms } = console
  const existing = atoms.get(flowsAtom)[name]
  if (existing?.getSnapshot().status === 'active') return existing
  const flow = startFlow(console, moneyKinds[name])
  atoms.set(flowsAtom, (flows) => ({ ...flows, [name]: flow }))
  return flow
}

function startFlow(console: Console, kind: MoneyKind): Flow {
  const { api, features, i18n, formDrafts: forms } = console
  const name = `money.${kind.name}` as const
  const flow: Flow = createActor(
    createSubmissionMachine<FormContext, Values, Movement>({
      initialValues: (formContext) => (formContext === null ? {} : kind.initialValues(formContext)),
      check: (values, formContext) =>
        formContext === null ? {} : faultsOf(kind, values, formContext, parseUnits(i18n.t('query.units'))),
      review: true,
      secret: kind.isOutgoing ? 'asked' : 'ifRefused',
      lookUp: 'submission',
    }).provide({
      actors: {
        prepare: fromPromise(async () => {
          const stored = await loadFormContext(console, kind)
          return { stored, kept: await forms.find<Values>(name, stored.owner) }
        }),
        submit: fromPromise(({ input }) => send(console, kind, input)),
        lookUp: fromPromise(async ({ input: { submission, values, stored } }) => {
          const movement = await findMovement(console, kind, { merchantOrderNo: submission.number })
          if (movement === null) return null
          if (!isPaymentOf(kind, values, stored, movement)) return { refusal: numberTaken(console, movement) }
          return { receipt: await withInstruction(console, movement) }
        }),
      },
      actions: {
        keep: ({ context: { stored, values, submission, mayArrive } }, { at }) =>
          forms.keep(name, { owner: stored!.owner, values, submission, at, mayArrive }),
        forget: ({ context: { stored, submission } }) => forms.forget(name, stored!.owner, submission!.number),
      },
    }),
    {
      input: {
        newSubmission: () => ({ number: toOrderNumber(api.newIdempotencyKey()), idempotencyKey: api.newIdempotencyKey() }),
        isOnce: () => features.has('idempotency'),
      },
    },
  )
  flow.subscribe({
    complete() {
      const { output, context } = flow.getSnapshot()
      // Dismiss the notices about earlier attempts.
      if (output!.kind === 'accepted') console.toasts.dismiss(context.submission!.number)
      reportOutcome(console, kind, output!)
    },
  })
  flow.start()
  return flow
}

/** The number belongs to another movement, so this form was not sent: the refusal of the form, and a notice that stays. */
function numberTaken({ i18n, toasts }: Console, movement: Movement): Refusal {
  const { merchantOrderNo, platOrderNo, accountNumber, receiveMerchantNo } = movement
  const message = i18n.t('money.numberTaken', {
    number: platOrderNo ?? merchantOrderNo,
    amount: amountText(movement),
    receiver: accountNumber ?? receiveMerchantNo,
  })
  // Instead of the gateway's words about keys and numbers.
  toasts.dismiss(merchantOrderNo ?? '')
  toasts.show({ tone: 'error', title: i18n.t('error.title'), text: message, stays: true })
  return { code: 'DUPLICATE_ORDER_NO' satisfies ErrorCode, message, fields: {}, retryAfter: null }
}

/** A merchant order number made from a random key. */
const toOrderNumber = (key: string): string => `C${key.replace(/[^a-z0-9]/gi, '').toUpperCase()}`

const QUIET = { quiet: true }

const NO_OFFLINE_RECHARGE: OfflineRechargeInfo = { accounts: null, record: null }

/** The accounts to pay to, of a gateway that serves them. Another one may take the recharge all the same. */
async function offlineRecharge(api: Console['api']): Promise<OfflineRechargeInfo> {
  try {
    return await api.call(calls.offlineRecharge, {}, QUIET)
  } catch (cause) {
    if (!isUnknownCall(cause)) throw cause
    return NO_OFFLINE_RECHARGE
  }
}

/** What a form needs. A failed read is shown by the form alone: it may have been left since. */
async function loadFormContext({ api }: Console, { needs }: MoneyKind): Promise<FormContext> {
  const [info, { merchantNo, username, status }, ownBanks, channels, receivers, offline] = await Promise.all([
    api.call(calls.accountInfo, {}, QUIET),
    api.call(calls.merchantInfo, {}, QUIET),
    needs.includes('banks') ? api.call(calls.merchantBanks, {}, QUIET) : [],
    needs.includes('channels') ? api.call(calls.payChannels, { type: 'PAYIN' }, QUIET) : [],
    needs.includes('receivers') ? api.call(calls.merchantChoices, {}, QUIET) : [],
    needs.includes('offline') ? offlineRecharge(api) : null,
  ])
  // The bank to pay to is chosen among all where the gateway does not name its accounts, or typed where it names no banks either.
  const banks = offline?.accounts === null ? await api.call(calls.merchantBanks, {}, QUIET).catch(() => []) : ownBanks
  return { owner: merchantNo ?? username ?? '', status, info, banks, channels, receivers, offline }
}

/** Adds what a gateway leaves out of an open recharge: how to pay it. Returns the row as it is when that fails. */
async function withInstruction(console: Console, movement: Movement): Promise<Movement> {
  const { api, features, formDrafts: forms } = console
  if (movement.type === 'RECHARGE_OFFLINE') return withReceivingAccount(api, movement)
  if (!allows(movement.type, 'pay', movement.status)) return movement
  const known = forms.openRecharge.get()
  if (known?.id === movement.id) return { ...known, ...movement }
  if (!features.has('trails')) return movement
  const trail = await api.call(calls.recordTrail, { id: movement.id }, { ...QUIET, logout: false }).catch(() => null)
  return { ...movement, ...trail?.instruction }
}

async function withReceivingAccount(api: Console['api'], movement: Movement): Promise<Movement> {
  if (movement.receiveAccount !== null) return movement
  const { accounts } = await offlineRecharge(api).catch(() => NO_OFFLINE_RECHARGE)
  const account = accounts?.find(({ bankCode }) => bankCode === movement.bankCode)
  return { ...movement, ...account }
}

/** Reports the outcome: on the result page when the form is still open, else as a notice that stays. */
function reportOutcome(console: Console, kind: MoneyKind, output: SubmissionOutput<Movement>): void {
  if (output.kind === 'refused') {
    showResult(console, kind, { kind: kind.name, movement: null, refusal: output.refusal })
    return
  }
  const { receipt } = output
  console.toasts.dismiss(TAKEN_BACK)
  if (console.features.has('holds')) {
    for (const held of heldMovements(receipt, console.api.serverNow() - console.clock.now())) {
      console.hold.send({ type: 'hold.begin', held })
    }
  }
  // A recharge is only submitted: its money has yet to arrive.
  if (kind.isOutgoing) showResult(console, kind, { kind: kind.name, movement: receipt, refusal: null })
}

function showResult(console: Console, { place }: Pick<MoneyKind, 'place'>, result: Result): void {
  const { i18n, location, activeScopes, toasts } = console
  const { movement, refusal } = result
  // A result page that is already open belongs to another submission.
  if (routeAt(parseAddress(location.current()).path) === place) {
    console.atoms.set(resultAtom, result)
    setResultTitle(activeScopes, movement, i18n.t)
    location.go(routes[resultPage(movement)].path, { replace: true })
    return
  }
  const isGood = movement !== null && isGoodOutcome(movement)
  const text =
    movement === null
      ? (refusal?.message ?? '')
      : i18n.t(isGood ? 'money.done.elsewhere' : 'money.failed.elsewhere', {
          number: movement.platOrderNo,
          amount: amountText(movement),
        })
  toasts.show({ tone: isGood ? 'done' : 'error', text, stays: true })
}

/** Recharge mode -> kind of its form. */
export const RECHARGE_KINDS: Record<RechargeMode, MoneyKindName> = { online: 'rechargeOnline', offline: 'rechargeOffline' }

/** The active recharge flow, in its form or waiting for the payment; a new flow after the previous one finished. */
export function getRechargeFlow(console: Console, mode: RechargeMode): RechargeFlow {
  const existing = console.atoms.get(rechargeAtom)
  if (existing?.getSnapshot().status === 'active') return existing
  const flow = startRecharge(console, mode)
  console.atoms.set(rechargeAtom, flow)
  return flow
}

function startRecharge(console: Console, mode: RechargeMode): RechargeFlow {
  const { api, formDrafts: forms, i18n, toasts } = console
  const kind = moneyKinds.rechargeOnline
  const read = async (known: Movement, options?: ReadOptions): Promise<Movement | null> => {
    const { platOrderNo, merchantOrderNo } = known
    const numbers = platOrderNo === null ? { merchantOrderNo } : { platOrderNo }
    const row = await findMovement(console, kind, numbers, options)
    // List rows lack the payment instruction, so it is kept.
    return row && { ...known, ...row }
  }
  async function findOpenRecharge(mode: RechargeMode): Promise<Movement | null> {
    if (mode === 'offline') return (await api.call(calls.offlineRecharge, {}, QUIET)).record
    const known = forms.openRecharge.get()
    const movement = known && (await read(known))
    return movement?.status === 'CREATED' ? movement : null
  }
  const flow: RechargeFlow = createActor(
    rechargeMachine.provide({
      actors: {
        findOpen: fromPromise(async ({ input: { mode, named } }) => {
          const movement = named === null ? await findOpenRecharge(mode) : await readMovement(console, kind, { id: named })
          if (movement === null) return null
          // Drop the draft that made it, in case its submission was never answered.
          const { merchantNo, merchantOrderNo } = movement
          if (merchantNo !== null && merchantOrderNo !== null)
            forms.forget(`money.${RECHARGE_KINDS[mode]}`, merchantNo, merchantOrderNo)
          return withInstruction(console, movement)
        }),
        fill: fromPromise(async ({ input }) => {
          const output = await toPromise(getFlow(console, RECHARGE_KINDS[input.mode]))
          return output.kind === 'accepted' ? output.receipt : null
        }),
        read: fromPromise(async ({ input: { record, isPolled } }) => (await read(record, { background: isPolled })) ?? record),
        check: fromPromise(({ input: { record, isPolled } }) => {
          const options = { idempotencyKey: api.newIdempotencyKey(), quiet: true, background: isPolled }
          return api.call(calls.checkRecharge, { id: gatewayId(record) }, options)
        }),
        cancel: fromPromise(async ({ input: { record, idempotencyKey } }) => {
          try {
            return await api.call(calls.cancelRecord, { id: gatewayId(record) }, { idempotencyKey })
          } catch (cause) {
            if (isRefusal(cause)) return null
            throw cause
          }
        }),
      },
      actions: {
        keepOpen: ({ context: { record } }) => {
          if (record?.type === 'RECHARGE_ONLINE') forms.openRecharge.set(record)
        },
        forgetOpen: ({ context: { record } }) => {
          if (forms.openRecharge.get()?.id === record?.id) forms.openRecharge.set(null)
        },
        notifyCancelled: (_, { record: { platOrderNo } }) =>
          toasts.show({ tone: 'done', text: i18n.t('money.open.cancelled', { number: platOrderNo }) }),
      },
    }),
    { input: { mode, newIdempotencyKey: api.newIdempotencyKey } },
  )
  flow.subscribe({
    complete() {
      const { value, context } = flow.getSnapshot()
      // The form has already shown a refusal.
      if (value !== 'refused')
        showResult(console, kind, { kind: RECHARGE_KINDS[context.mode], movement: context.record, refusal: null })
    },
  })
  flow.start()
  return flow
}
