import { toMinor, toText } from '#contract/money.ts'
import type { MovementStatus } from '#contract/options.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { movementStep, statusEntries } from '../movements/movementSteps.ts'
import { transferInOf } from '../movements/movements.ts'
import { newMovement } from '../movements/newMovement.ts'
import { ARRIVES_AFTER_MS } from '../movements/recharges.ts'
import { BANK_SECONDS, bankRefusal } from '../movements/sendMoney.ts'
import { TERMS } from '../movements/terms.ts'
import { issue } from '../orders/channels.ts'
import { transitionOf } from '../orders/transitions.ts'
import { HOUR, MINUTE, SECOND, startOfDay, wibDay, wibTime } from '../wib.ts'
import { RECEIVING_ACCOUNT } from './accounts.ts'
import type { MovementHistory, World } from './world.ts'

type Create = (world: World, owner: MerchantRow) => void

/** The movements of a merchant per day. */
const PLANS: readonly { share: number; create: Create }[] = [
  { share: 0.45, create: createWithdraw },
  { share: 0.15, create: createTransfer },
  { share: 0.1, create: createOnlineRecharge },
  { share: 0.07, create: createOfflineRecharge },
]

const ownersOf = ({ merchants }: World) => [...merchants.values()].filter(({ kind }) => kind === 'normal')

export function planMovements(world: World, day: string): void {
  const { chance, end } = world
  for (const owner of ownersOf(world)) {
    for (const { share, create } of PLANS) {
      // Only one offline recharge may be open, and the last day ends with one.
      if (!chance.hits(share) || (create === createOfflineRecharge && day === wibDay(end))) continue
      world.at(startOfDay(day) + chance.between(8, 18.5) * HOUR, () => create(world, owner))
    }
  }
}

/** Schedules movements of every type that are still open at the end of the demo. */
export function planOpenMovements(world: World): void {
  const [first, second] = ownersOf(world) as [MerchantRow, MerchantRow]
  const plan = (before: number, owner: MerchantRow, create: Create) => world.at(world.end - before, () => create(world, owner))
  plan(8 * MINUTE, second, (_, owner) => follow(world, owner, offlineRecharge(world, owner), [['PENDING_CHECK', 6 * MINUTE]]))
  plan(4 * MINUTE, first, createOnlineRecharge)
  plan(2 * MINUTE, first, createOfflineRecharge)
  plan(12 * SECOND, second, createWithdraw)
  plan(3 * SECOND, first, createWithdraw)
}

/** The hold time of the demo gateway in milliseconds. */
const HOLD = 10 * SECOND

function createWithdraw(world: World, owner: MerchantRow): void {
  const { min, max, serviceFee } = TERMS[owner.currency].withdraw
  const amount = shareOfBalance(world, owner, [0.25, 0.6], toMinor(min, owner.currency)! * 5n)
  if (amount === null) return
  const most = toMinor(max, owner.currency)!
  const movement = movementOf(world, owner, 'WD', {
    type: 'WITHDRAW',
    amount: amount > most ? most : amount,
    fee: toMinor(serviceFee, owner.currency)!,
    method: 'BANK_TRANSFER',
    bankCode: owner.settleBankCode ?? '014',
    accountNumber: accountOf(owner),
    accountName: owner.settleAccountName ?? owner.name,
  })
  const reason = bankRefusal(movement.id)
  const answered = HOLD + BANK_SECONDS * SECOND
  const steps: Step[] = [['PROCESSING', HOLD], reason === null ? ['SUCCESS', answered] : ['FAILED', answered, reason]]
  const isCancelled = world.now() < world.end - MINUTE && world.chance.hits(0.04)
  follow(world, owner, movement, isCancelled ? [['CANCELLED', HOLD / 2]] : steps)
}

function createTransfer(world: World, owner: MerchantRow): void {
  const { merchants, chance } = world
  const receivers = [...merchants.values()].filter(({ parentNo }) => parentNo === owner.merchantNo)
  const amount = receivers.length === 0 ? null : shareOfBalance(world, owner, [0.03, 0.12], 10_000_000n)
  if (amount === null) return
  const receiver = chance.pick(receivers)
  const movement = movementOf(world, owner, 'TF', {
    type: 'TRANSFER_OUT',
    amount,
    payerName: owner.name,
    payerAccount: owner.merchantNo,
    receiveMerchantNo: receiver.merchantNo,
    receiveName: receiver.name,
    remark: chance.pick([null, 'Modal cabang', 'Belanja stok', 'Sewa']),
  })
  follow(world, owner, movement, [['SUCCESS', HOLD]])
}

function createOnlineRecharge(world: World, owner: MerchantRow): void {
  const { chance, channels } = world
  const { channel, method, ...rest } = channels.get(chance.pick(['VA_BCA', 'VA_MANDIRI', 'QRIS']))!
  const movement = movementOf(world, owner, 'RC', {
    type: 'RECHARGE_ONLINE',
    amount: BigInt(1 + chance.below(9)) * 10n ** BigInt(method === 'QRIS' ? 7 : 8),
    method,
    channel,
    accountName: owner.name,
    expiryMinutes: 60,
  })
  const { platAccountId: _, ...issued } = issue({ channel, method, ...rest }, movement.id)
  const paid = chance.between(5, 40) * MINUTE
  const steps: Step[] = [chance.hits(0.8) ? ['SUCCESS', paid] : ['EXPIRED', HOUR + SECOND]]
  follow(world, owner, { ...movement, ...issued }, steps)
}

function createOfflineRecharge(world: World, owner: MerchantRow): void {
  const { chance } = world
  const checkedAfter = chance.between(8, 60) * MINUTE
  const decidedAfter = checkedAfter + ARRIVES_AFTER_MS + chance.between(5, 90) * SECOND
  const checked: Step = ['PENDING_CHECK', checkedAfter]
  const outcomes: Step[][] = [
    [checked, ['SUCCESS', decidedAfter]],
    [['EXPIRED', 2 * HOUR + SECOND]],
    [checked, ['FAILED', decidedAfter, 'The sender’s bank took the money back']],
  ]
  follow(world, owner, offlineRecharge(world, owner), outcomes[chance.index([75, 15, 10])]!)
}

function offlineRecharge(world: World, owner: MerchantRow): MovementRecord {
  const movement = movementOf(world, owner, 'RF', {
    type: 'RECHARGE_OFFLINE',
    amount: BigInt(5 + world.chance.below(45)) * 100_000_000n,
    method: 'BANK_TRANSFER',
    bankCode: RECEIVING_ACCOUNT.bankCode,
    payerName: owner.name,
    payerAccount: accountOf(owner),
    receiveName: RECEIVING_ACCOUNT.accountName,
    receiveAccount: RECEIVING_ACCOUNT.accountNumber,
    expiryMinutes: 120,
  })
  // Two of three recharges have a receipt.
  return { ...movement, receipt: BigInt(movement.id) % 3n !== 0n }
}

const accountOf = (owner: MerchantRow) => owner.settleAccountNumber ?? `52${owner.merchantNo.slice(1)}`

type Content = Omit<Parameters<typeof newMovement>[3], 'merchantOrderNo'>

/** A new movement with a merchant order number such as `WD261121081530`, in the format of the console. */
function movementOf(world: World, owner: MerchantRow, prefix: string, content: Content): MovementRecord {
  const merchantOrderNo = prefix + wibTime(world.now()).slice(2, 19).replace(/\D/g, '')
  return newMovement(world.ids.next(), world.now(), owner, { ...content, merchantOrderNo })
}

const TEN_THOUSAND = 1_000_000n

/** A share of the available balance in multiples of 10,000; null when it is below `least`. */
function shareOfBalance(
  { available, chance }: World,
  { merchantNo }: MerchantRow,
  [from, to]: [number, number],
  least: bigint,
): bigint | null {
  const part = (available(merchantNo) * BigInt(Math.floor(chance.between(from, to) * 100))) / 100n
  const amount = part - (part % TEN_THOUSAND)
  return amount < least ? null : amount
}

/** A transition: the status, milliseconds after creation, and a failure reason. */
type Step = [to: MovementStatus, after: number, text?: string]

const CREATION = { WITHDRAW: 'withdraw', TRANSFER_OUT: 'transfer' } as const
const BY_OWNER: Partial<Record<MovementStatus, 'cancel' | 'check'>> = { CANCELLED: 'cancel', PENDING_CHECK: 'check' }

/** Creates the movement and schedules its steps, unless the owner does not have the money. */
function follow(world: World, owner: MerchantRow, created: MovementRecord, steps: readonly Step[]): void {
  if (!world.post(statusEntries(created))) return
  const { id, type, amount, currency, receiveMerchantNo } = created
  const history: MovementHistory = { movement: created, moves: [transitionOf(created)], eventsLeft: 0, due: null }
  world.audit(owner, {
    action: CREATION[type as keyof typeof CREATION] ?? 'recharge',
    target: id,
    detail: {
      payAmount: toText(amount, currency),
      currency,
      ...(receiveMerchantNo !== null && { receiver: receiveMerchantNo }),
    },
  })
  const createdAt = created.createTime.getTime()
  const timed = steps.map(([to, after, text]) => ({ at: createdAt + after, to, text }))
  world.follow(history, timed, ({ to, text }, at) => {
    const step = movementStep(history.movement, to, { at, text })
    world.post(step.entries)
    history.movement = { ...step.movement, ...(to === 'PENDING_CHECK' && { firstCheckTime: at }) }
    history.moves.push(transitionOf(step.movement))
    const action = BY_OWNER[to]
    if (action !== undefined) world.audit(owner, { action, target: id, detail: { from: 'CREATED', to } })
    if (type === 'TRANSFER_OUT' && to === 'SUCCESS') receiveTransfer(world, history.movement, owner)
    return true
  })
}

function receiveTransfer(world: World, sent: MovementRecord, sender: MerchantRow): void {
  const movement = transferInOf(sent, sender)
  world.post(statusEntries(movement))
  world.follow({ movement, moves: [transitionOf(movement)], eventsLeft: 0, due: null }, [], () => false)
}
