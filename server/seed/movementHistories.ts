import { toMinor } from '#contract/money.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { newMovement } from '../movements/newMovement.ts'
import { ARRIVES_AFTER_MS } from '../movements/recharges.ts'
import { TERMS } from '../movements/terms.ts'
import { BANK_SECONDS, bankRefusal } from '../movements/withdraws.ts'
import { issue } from '../orders/channels.ts'
import { HOUR, MINUTE, SECOND, startOfDay, wibTime } from '../wib.ts'
import type { DayContext } from './balances.ts'
import type { Chance } from './chance.ts'
import { createMovementHistory, HOLD, type MovementHistories, type Step } from './movementHistory.ts'

const NO_HISTORIES: MovementHistories = { movements: [], entries: [], auditEvents: [] }

/**
 * The movements of the demo merchants on one day: a withdraw about every second day, a transfer to a sub-merchant about once
 * a week, and occasional recharges.
 */
export function createMovementHistories(day: DayContext): MovementHistories {
  const { chance, merchants, now } = day.context
  const owners = [...merchants.values()].filter(({ kind }) => kind === 'normal')
  const planned = owners.flatMap((owner) =>
    // Only one offline recharge may be open, and the last day ends with one.
    PLANS.filter(({ share, create }) => chance.hits(share) && !(create === createOfflineRecharge && day.endsAt === now)).map(
      ({ create }) => ({
        owner,
        create,
        at: officeTime(day, chance),
      }),
    ),
  )
  const histories = [...planned, ...openMovements(day, owners)]
    .filter(({ at }) => at < day.endsAt)
    .sort((one, other) => one.at - other.at)
    .map(({ owner, create, at }) => create(day, owner, at))
  return {
    movements: histories.flatMap(({ movements }) => movements),
    entries: histories.flatMap(({ entries }) => entries),
    auditEvents: histories.flatMap(({ auditEvents }) => auditEvents),
  }
}

interface Plan {
  owner: MerchantRow
  create: (day: DayContext, owner: MerchantRow, at: number) => MovementHistories
  at: number
}

const PLANS: readonly { share: number; create: Plan['create'] }[] = [
  { share: 0.45, create: createWithdraw },
  { share: 0.15, create: createTransfer },
  { share: 0.1, create: createOnlineRecharge },
  { share: 0.07, create: createOfflineRecharge },
]

const officeTime = ({ day }: DayContext, chance: Chance) => Math.floor(startOfDay(day) + chance.between(8, 18.5) * HOUR)

/** Movements of every type that are still open at the time of the demo. */
function openMovements({ endsAt, context: { now } }: DayContext, [first, second]: readonly MerchantRow[]): Plan[] {
  if (endsAt !== now || first === undefined || second === undefined) return []
  return [
    { owner: second, create: createCheckedRecharge, at: now - 8 * MINUTE },
    { owner: first, create: createOnlineRecharge, at: now - 4 * MINUTE },
    { owner: first, create: createOfflineRecharge, at: now - 2 * MINUTE },
    { owner: second, create: createWithdraw, at: now - 12 * SECOND },
    { owner: first, create: createWithdraw, at: now - 3 * SECOND },
  ]
}

const THOUSANDS = 100_000n

/** A share of the available balance in multiples of 10,000; null when it is below `least`. */
function affordableShare(
  { balances, context }: DayContext,
  merchantNo: string,
  at: number,
  [from, to]: [number, number],
  least: bigint,
): bigint | null {
  const percent = BigInt(Math.floor(context.chance.between(from, to) * 100))
  const part = (balances.available(merchantNo, at) * percent) / 100n
  const sum = part - (part % (10n * THOUSANDS))
  return sum < least ? null : sum
}

function createWithdraw(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { min, max, serviceFee } = TERMS[owner.currency].withdraw
  const sum = affordableShare(day, owner.merchantNo, at, [0.25, 0.6], toMinor(min, owner.currency)! * 5n)
  if (sum === null) return NO_HISTORIES
  const most = toMinor(max, owner.currency)!
  const id = day.ids.at(at)
  const movement = newMovement(id, at, owner, {
    type: 'WITHDRAW',
    merchantOrderNo: numberOf('WD', at),
    amount: sum > most ? most : sum,
    fee: toMinor(serviceFee, owner.currency)!,
    method: 'BANK_TRANSFER',
    bankCode: owner.settleBankCode ?? '014',
    accountNumber: owner.settleAccountNumber ?? `52${owner.merchantNo.slice(1)}`,
    accountName: owner.settleAccountName ?? owner.name,
  })
  if (day.context.chance.hits(0.04)) return createMovementHistory(day, owner, movement, [['CANCELLED', HOLD / 2]])
  const reason = bankRefusal(id)
  const answered = HOLD + BANK_SECONDS * SECOND
  return createMovementHistory(day, owner, movement, [
    ['PROCESSING', HOLD],
    reason === null ? ['SUCCESS', answered] : ['FAILED', answered, reason],
  ])
}

function createTransfer(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { merchants, chance } = day.context
  const receivers = [...merchants.values()].filter(({ parentNo }) => parentNo === owner.merchantNo)
  const sum = receivers.length === 0 ? null : affordableShare(day, owner.merchantNo, at, [0.03, 0.12], 10_000_000n)
  if (sum === null) return NO_HISTORIES
  const receiver = chance.pick(receivers)
  const movement = newMovement(day.ids.at(at), at, owner, {
    type: 'TRANSFER_OUT',
    merchantOrderNo: numberOf('TF', at),
    amount: sum,
    payerName: owner.name,
    payerAccount: owner.merchantNo,
    receiveMerchantNo: receiver.merchantNo,
    receiveName: receiver.name,
    remark: chance.pick([null, 'Modal cabang', 'Belanja stok', 'Sewa']),
  })
  return createMovementHistory(day, owner, movement, [['SUCCESS', HOLD]])
}

function createOnlineRecharge(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { chance, channels } = day.context
  const id = day.ids.at(at)
  const channel = channels.get(chance.pick(['VA_BCA', 'VA_MANDIRI', 'QRIS']))!
  const movement = newMovement(id, at, owner, {
    ...issuedBy(channel, id),
    type: 'RECHARGE_ONLINE',
    merchantOrderNo: numberOf('RC', at),
    amount: BigInt(1 + chance.below(9)) * 10n ** BigInt(channel.method === 'QRIS' ? 7 : 8),
    method: channel.method,
    channel: channel.channel,
    accountName: owner.name,
    expiryMinutes: 60,
  })
  const paid = chance.between(5, 40) * MINUTE
  return createMovementHistory(day, owner, movement, [chance.hits(0.8) ? ['SUCCESS', paid] : ['EXPIRED', HOUR + SECOND]])
}

function issuedBy(channel: Parameters<typeof issue>[0], id: string) {
  const { payOrderNo, bankCode, accountNumber, receiveAccount } = issue(channel, id)
  return { payOrderNo, bankCode, accountNumber, receiveAccount }
}

function createOfflineRecharge(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { chance } = day.context
  const movement = newOfflineRecharge(day, owner, at)
  const checkedAfter = chance.between(8, 60) * MINUTE
  const succeededAfter = checkedAfter + ARRIVES_AFTER_MS + chance.between(5, 90) * SECOND
  const outcomes: Step[][] = [
    [
      ['PENDING_CHECK', checkedAfter],
      ['SUCCESS', succeededAfter],
    ],
    [['EXPIRED', 2 * HOUR + SECOND]],
    [
      ['PENDING_CHECK', checkedAfter],
      ['FAILED', succeededAfter, 'The sender’s bank took the money back'],
    ],
  ]
  return createMovementHistory(day, owner, movement, outcomes[chance.index([75, 15, 10])]!)
}

/** An offline recharge that was checked once. */
const createCheckedRecharge: Plan['create'] = (day, owner, at) =>
  createMovementHistory(day, owner, newOfflineRecharge(day, owner, at), [['PENDING_CHECK', 6 * MINUTE]])

function newOfflineRecharge({ ids, context: { chance } }: DayContext, owner: MerchantRow, at: number): MovementRecord {
  const id = ids.at(at)
  return newMovement(id, at, owner, {
    type: 'RECHARGE_OFFLINE',
    merchantOrderNo: numberOf('RF', at),
    amount: BigInt(5 + chance.below(45)) * 100_000_000n,
    method: 'BANK_TRANSFER',
    bankCode: '014',
    payerName: owner.name,
    payerAccount: owner.settleAccountNumber ?? `52${owner.merchantNo.slice(1)}`,
    receiveName: 'PT Paydesk Indonesia',
    receiveAccount: '5260917734',
    expiryMinutes: 120,
    // Two of three recharges have a receipt.
    receipt: BigInt(id) % 3n !== 0n,
  })
}

/** A merchant order number such as `WD261121081530`, in the format of the console. */
const numberOf = (prefix: string, at: number) => prefix + wibTime(at).slice(2, 19).replace(/\D/g, '')
