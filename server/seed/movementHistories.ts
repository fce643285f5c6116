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

const NO_LIVES: MovementHistories = { movements: [], entries: [], auditEvents: [] }

/**
 * What the merchants of the demo do with their own money on a day: every second day or so they take a part of it out,
 * about once a week they pass some on to a sub-merchant, and now and then they put some in.
 */
export function createMovementHistories(day: DayContext): MovementHistories {
  const { chance, merchants, now } = day.context
  const owners = [...merchants.values()].filter(({ kind }) => kind === 'normal')
  const plans = owners.flatMap((owner) =>
    // Of offline recharges only one may be open, and the last day ends with one.
    PLANS.filter(({ share, live }) => chance.hits(share) && !(live === offlineLife && day.endsAt === now)).map(({ live }) => ({
      owner,
      live,
      at: officeTime(day, chance),
    })),
  )
  const lives = [...plans, ...lastMinute(day, owners)]
    .filter(({ at }) => at < day.endsAt)
    .sort((one, other) => one.at - other.at)
    .map(({ owner, live, at }) => live(day, owner, at))
  return {
    movements: lives.flatMap(({ movements: records }) => records),
    entries: lives.flatMap(({ entries }) => entries),
    auditEvents: lives.flatMap(({ auditEvents: deeds }) => deeds),
  }
}

interface Plan {
  owner: MerchantRow
  live: (day: DayContext, owner: MerchantRow, at: number) => MovementHistories
  at: number
}

const PLANS: readonly { share: number; live: Plan['live'] }[] = [
  { share: 0.45, live: withdrawLife },
  { share: 0.15, live: transferLife },
  { share: 0.1, live: onlineLife },
  { share: 0.07, live: offlineLife },
]

const officeTime = ({ day }: DayContext, chance: Chance) => Math.floor(startOfDay(day) + chance.between(8, 18.5) * HOUR)

/** Something of every kind is still open when the demo begins. */
function lastMinute({ endsAt, context: { now } }: DayContext, [first, second]: readonly MerchantRow[]): Plan[] {
  if (endsAt !== now || first === undefined || second === undefined) return []
  return [
    { owner: second, live: checkedLife, at: now - 8 * MINUTE },
    { owner: first, live: onlineLife, at: now - 4 * MINUTE },
    { owner: first, live: offlineLife, at: now - 2 * MINUTE },
    { owner: second, live: withdrawLife, at: now - 12 * SECOND },
    { owner: first, live: withdrawLife, at: now - 3 * SECOND },
  ]
}

const THOUSANDS = 100_000n

/** A part of what the merchant can do without, in whole tens of thousands; null where that is too little to bother. */
function spare(
  { balances: purse, context: stage }: DayContext,
  merchantNo: string,
  at: number,
  [from, to]: [number, number],
  least: bigint,
): bigint | null {
  const percent = BigInt(Math.floor(stage.chance.between(from, to) * 100))
  const part = (purse.available(merchantNo, at) * percent) / 100n
  const sum = part - (part % (10n * THOUSANDS))
  return sum < least ? null : sum
}

function withdrawLife(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { min, max, serviceFee } = TERMS[owner.currency].withdraw
  const sum = spare(day, owner.merchantNo, at, [0.25, 0.6], toMinor(min, owner.currency)! * 5n)
  if (sum === null) return NO_LIVES
  const most = toMinor(max, owner.currency)!
  const id = day.ids.at(at)
  const record = newMovement(id, at, owner, {
    type: 'WITHDRAW',
    merchantOrderNo: numberOf('WD', at),
    amount: sum > most ? most : sum,
    fee: toMinor(serviceFee, owner.currency)!,
    method: 'BANK_TRANSFER',
    bankCode: owner.settleBankCode ?? '014',
    accountNumber: owner.settleAccountNumber ?? `52${owner.merchantNo.slice(1)}`,
    accountName: owner.settleAccountName ?? owner.name,
  })
  if (day.context.chance.hits(0.04)) return createMovementHistory(day, owner, record, [['CANCELLED', HOLD / 2]])
  const words = bankRefusal(id)
  const answered = HOLD + BANK_SECONDS * SECOND
  return createMovementHistory(day, owner, record, [
    ['PROCESSING', HOLD],
    words === null ? ['SUCCESS', answered] : ['FAILED', answered, words],
  ])
}

function transferLife(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { merchants, chance } = day.context
  const receivers = [...merchants.values()].filter(({ parentNo }) => parentNo === owner.merchantNo)
  const sum = receivers.length === 0 ? null : spare(day, owner.merchantNo, at, [0.03, 0.12], 10_000_000n)
  if (sum === null) return NO_LIVES
  const receiver = chance.pick(receivers)
  const record = newMovement(day.ids.at(at), at, owner, {
    type: 'TRANSFER_OUT',
    merchantOrderNo: numberOf('TF', at),
    amount: sum,
    payerName: owner.name,
    payerAccount: owner.merchantNo,
    receiveMerchantNo: receiver.merchantNo,
    receiveName: receiver.name,
    remark: chance.pick([null, 'Modal cabang', 'Belanja stok', 'Sewa']),
  })
  return createMovementHistory(day, owner, record, [['SUCCESS', HOLD]])
}

function onlineLife(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { chance, channels } = day.context
  const id = day.ids.at(at)
  const channel = channels.get(chance.pick(['VA_BCA', 'VA_MANDIRI', 'QRIS']))!
  const record = newMovement(id, at, owner, {
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
  return createMovementHistory(day, owner, record, [chance.hits(0.8) ? ['SUCCESS', paid] : ['EXPIRED', HOUR + SECOND]])
}

function issuedBy(channel: Parameters<typeof issue>[0], id: string) {
  const { payOrderNo, bankCode, accountNumber, receiveAccount } = issue(channel, id)
  return { payOrderNo, bankCode, accountNumber, receiveAccount }
}

function offlineLife(day: DayContext, owner: MerchantRow, at: number): MovementHistories {
  const { chance } = day.context
  const record = offlineRecord(day, owner, at)
  const looked = chance.between(8, 60) * MINUTE
  const found = looked + ARRIVES_AFTER_MS + chance.between(5, 90) * SECOND
  const ends: Step[][] = [
    [
      ['PENDING_CHECK', looked],
      ['SUCCESS', found],
    ],
    [['EXPIRED', 2 * HOUR + SECOND]],
    [
      ['PENDING_CHECK', looked],
      ['FAILED', found, 'The sender’s bank took the money back'],
    ],
  ]
  return createMovementHistory(day, owner, record, ends[chance.index([75, 15, 10])]!)
}

/** Looked for once, and not since. */
const checkedLife: Plan['live'] = (day, owner, at) =>
  createMovementHistory(day, owner, offlineRecord(day, owner, at), [['PENDING_CHECK', 6 * MINUTE]])

function offlineRecord({ ids, context: { chance } }: DayContext, owner: MerchantRow, at: number): MovementRecord {
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
    // Not everybody leaves the bank's slip.
    receipt: BigInt(id) % 3n !== 0n,
  })
}

/** `WD261121081530`, as the console makes them. */
const numberOf = (prefix: string, at: number) => prefix + wibTime(at).slice(2, 19).replace(/\D/g, '')
