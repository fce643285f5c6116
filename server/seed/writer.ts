import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { seedIds } from '../ids.ts'
import { type Entry, post } from '../ledger/ledger.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { isFinal } from '../movements/movementSteps.ts'
import { addMovementDues, addMovements, addOpenRecharge } from '../movements/movementStore.ts'
import { addOrders, type CounterDelta, counterDelta } from '../orders/orderStore.ts'
import { addTransitions } from '../orders/transitions.ts'
import { addExpiries } from '../payins/payins.ts'
import { addSettlements } from '../payins/settlements.ts'
import { MINUTE } from '../wib.ts'
import { transferSlip } from './transferSlip.ts'
import type { MovementHistory, OrderHistory } from './world.ts'

const BATCH = 1_000
const ENTRY_BATCH = 4_000

/** Writes complete histories and ledger entries in batches, while the events after them run. */
export class Writer {
  readonly orders: OrderHistory[] = []
  readonly movements: MovementHistory[] = []
  /** In order of time. */
  readonly entries: Entry[] = []
  /** Rows of `audit`. */
  readonly auditRows: object[] = []
  readonly #figures = new Map<string, Figure>()
  readonly #tx: Transaction
  readonly #clock = { now: 0 }
  readonly #ids = seedIds({ now: () => this.#clock.now })
  #writing: Promise<unknown> = Promise.resolve()

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  get isFull(): boolean {
    return this.orders.length >= BATCH || this.entries.length >= ENTRY_BATCH
  }

  /** Waits until the batch before is written, and starts to write this one. */
  async flush(): Promise<void> {
    await this.#writing
    const { orders, movements, entries, auditRows } = this
    this.#writing = this.#write(orders.splice(0), movements.splice(0), entries.splice(0), auditRows.splice(0))
    // The next call throws the error; this avoids an unhandled rejection.
    this.#writing.catch(() => {})
  }

  async end(): Promise<void> {
    await this.flush()
    await this.#writing
    await this.#tx.run(insertInto('order_day', [...this.#figures.values()]))
  }

  async #write(
    orders: readonly OrderHistory[],
    movements: readonly MovementHistory[],
    entries: readonly Entry[],
    auditRows: readonly object[],
  ): Promise<void> {
    await writeOrders(this.#tx, orders)
    for (const { order } of orders) count(this.#figures, counterDelta(order, 1))
    await writeMovements(this.#tx, movements)
    const times = entries.values()
    const next = () => {
      this.#clock.now = times.next().value!.at.getTime()
      return this.#ids.next()
    }
    await post(this.#tx, { next }, entries)
    await this.#tx.run(insertInto('audit', auditRows))
  }
}

async function writeOrders(tx: Transaction, histories: readonly OrderHistory[]): Promise<void> {
  const orders = histories.map(({ order }) => order)
  if ((await addOrders(tx, orders)) !== orders.length) throw new Error('Two orders of the demo have the same number.')
  const moves = histories.flatMap((history) => history.moves)
  await addTransitions(tx, moves)
  const settlements = histories.flatMap(({ settlement }) => settlement ?? [])
  await addSettlements(tx, settlements)
  const pending = orders.filter(({ status }) => status === 'PENDING')
  await addExpiries(tx, pending)
  const callbacks = histories.flatMap(({ callback }) => callback ?? [])
  await tx.run(insertInto('callback', callbacks))
  const attempts = histories.flatMap((history) => history.attempts)
  await tx.run(insertInto('callback_attempt', attempts))
  // The worker continues unfinished payouts.
  const dues = histories.flatMap(({ order: { merchantNo, kind, id, status }, due }) =>
    due !== null && isWaiting(kind, status) ? { merchantNo, kind, orderId: id, dueTime: due } : [],
  )
  await tx.run(insertInto('payout_due', dues))
}

const isWaiting = (kind: string, status: string) => kind.endsWith('PAYOUT') && (status === 'CREATED' || status === 'PROCESSING')

async function writeMovements(tx: Transaction, histories: readonly MovementHistory[]): Promise<void> {
  const movements = histories.map(({ movement }) => movement)
  await addMovements(tx, movements)
  const moves = histories.flatMap((history) => history.moves)
  await addTransitions(tx, moves)
  const open = histories.filter(({ movement }) => !isFinal(movement))
  await addMovementDues(
    tx,
    open.map(({ movement: { merchantNo, id, createTime, expiryMinutes }, due }) => ({
      merchantNo,
      recordId: id,
      dueTime: expiryMinutes === null ? due! : new Date(createTime.getTime() + expiryMinutes * MINUTE),
    })),
  )
  for (const { movement } of open) if (movement.type === 'RECHARGE_OFFLINE') await addOpenRecharge(tx, movement)
  const receipts = movements.filter(({ receipt }) => receipt).map(receiptRow)
  await tx.run(insertInto('record_receipt', receipts))
}

const receiptRow = (movement: MovementRecord) => ({
  merchantNo: movement.merchantNo,
  recordId: movement.id,
  type: 'application/pdf',
  content: `\\x${Buffer.from(transferSlip(movement), 'latin1').toString('hex')}`,
})

type Figure = Omit<CounterDelta, 'orderId' | 'step'>

function count(figures: Map<string, Figure>, { orderId: _order, step: _step, ...one }: CounterDelta): void {
  const key = `${one.merchantNo} ${one.kind} ${one.day} ${one.status}`
  const sum = figures.get(key) ?? { ...one, n: 0, amount: 0n, fee: 0n }
  figures.set(key, { ...sum, n: sum.n + one.n, amount: sum.amount + one.amount, fee: sum.fee + one.fee })
}
