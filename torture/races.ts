import { setTimeout } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import type { MerchantStatus } from '#contract/options.ts'
import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import type { Dice } from '../tests/dice.ts'
import { openGateway, SECRET } from '../tests/gateway.ts'
import { creditAccount, TXN_PASSWORD } from '../tests/money.ts'
import { auditWrites, type SentWrite } from './audit.ts'
import { ask, type Reply, signIn, verdictOf } from './client.ts'
import { type GatewayProcess, startGateway } from './gatewayProcess.ts'
import type { Result, Task } from './region.ts'
import { createShops, idOf, rollWrite, SHOPS, send, type Write } from './writes.ts'

const CHIEF = 'M00000009'
/** Little, so that many writes want more than there is. In minor units. */
const CREDIT = 100_000_000n
const WIDEST = 50
const RACES_PER_AUDIT = 20

/** What a change of authority ends: writes of these kinds. */
const CHANGES = {
  FROZEN: ['payin', 'payout', 'withdraw', 'transfer', 'received'],
  SUSPENDED: ['payin', 'payout', 'withdraw', 'transfer', 'received'],
  PAYOUT_SUSPENDED: ['payout', 'withdraw', 'transfer'],
  'log out': ['withdraw', 'transfer'],
  revoke: ['payin', 'payout'],
  none: [],
} as const satisfies Partial<Record<MerchantStatus | 'log out' | 'revoke' | 'none', readonly string[]>>
type Change = keyof typeof CHANGES

/**
 * Races of writes on two gateways of one database, on accounts with too little money, while one of the merchants is frozen,
 * suspended, signed out or gets a new secret. Nothing moves after the answer to that, and no money is made, lost or overdrawn.
 */
export async function tortureByRaces({ target, roll, isOver }: Task): Promise<Result> {
  return target.use(async (db) => {
    await createShops(db, CREDIT)
    const chief = await openGateway(db, { node: 998 })
    await chief.account(CHIEF, { kind: 'staff', permissionKeys: ['plat_merchant_status'] })
    const settings = { ...target.environment, HOLD_SECONDS: '0' }
    const gateways = await Promise.all([startGateway(settings), startGateway(settings)])
    const races = new Races(db, gateways, roll)
    let done = 0
    try {
      await races.begin()
      do {
        await races.race(done++)
        if (done % RACES_PER_AUDIT !== 0) continue
        races.failures.push(...(await auditWrites(db, races.sent)))
        for (const no of SHOPS) await creditAccount(db, chief.ids, no, CREDIT)
      } while (!isOver(done) && races.failures.length === 0)
      races.failures.push(...(await auditWrites(db, races.sent)))
      for (const gateway of gateways) if (gateway.hasEnded()) races.failures.push(`A gateway ended: ${gateway.errors()}`)
    } finally {
      await Promise.all(gateways.map(({ kill }) => kill()))
      await chief.close()
    }
    return { tried: done, failures: races.failures, figures: races.figures() }
  })
}

class Races {
  readonly sent = new Map<string, SentWrite>()
  readonly failures: string[] = []
  readonly #db: Database
  readonly #gateways: readonly GatewayProcess[]
  readonly #roll: Dice
  readonly #tokens = new Map<string, string>()
  readonly #secrets = new Map<string, string>(SHOPS.map((no) => [no, SECRET]))
  readonly #counts = { acknowledged: 0, refused: 0, unavailable: 0, changes: 0 }
  #staff = ''

  constructor(db: Database, gateways: readonly GatewayProcess[], roll: Dice) {
    this.#db = db
    this.#gateways = gateways
    this.#roll = roll
  }

  async begin(): Promise<void> {
    this.#staff = await signIn(this.#address(), CHIEF)
    for (const no of SHOPS) this.#tokens.set(no, await signIn(this.#address(), no))
  }

  figures(): string {
    const { acknowledged, refused, unavailable, changes } = this.#counts
    return `${acknowledged} acknowledged, ${refused} refused, ${unavailable} unavailable, ${changes} changes of authority`
  }

  #address(): string {
    return this.#gateways[this.#roll(this.#gateways.length)]!.address
  }

  async race(number: number): Promise<void> {
    const prefix = `R${number}-`
    const width = 2 + this.#roll(WIDEST - 1)
    const subject = SHOPS[this.#roll(SHOPS.length)]!
    const change = Object.keys(CHANGES)[this.#roll(Object.keys(CHANGES).length)] as Change
    const writes = Array.from({ length: width }, (_, nth) => {
      // Half of the writes are of the merchant whose authority changes.
      return rollWrite(this.#roll, `${prefix}${nth}`, this.#roll(2) === 0 ? subject : undefined)
    })
    const writing = writes.map((write) => this.#write(write))
    await setTimeout(this.#roll(80))
    const undo = await this.#change(change, subject)
    const before = await this.#moved(subject, prefix, change)
    await Promise.all(writing)
    const after = await this.#moved(subject, prefix, change)
    if (after !== before) this.failures.push(`${after - before} writes of ${subject} in ${prefix} moved after "${change}"`)
    await undo()
    // A change of status ends sessions, too.
    this.#tokens.set(subject, await signIn(this.#address(), subject))
  }

  /** Sends the write, sometimes to both gateways at once with the same key. */
  async #write(write: Write): Promise<void> {
    const { number, merchantNo } = write
    const sent: SentWrite = { ...write, outcome: 'unknown', id: undefined }
    this.sent.set(number, sent)
    const [token, secret] = [this.#tokens.get(merchantNo)!, this.#secrets.get(merchantNo)!]
    const addresses = this.#roll(4) === 0 ? this.#gateways.map(({ address }) => address) : [this.#address()]
    const replies = await Promise.all(addresses.map((address) => send(address, write, token, secret)))
    const done = replies.filter((reply) => verdictOf(reply) === 'done')
    const verdicts = replies.map(verdictOf)
    const ids = new Set(done.map(idOf))
    if (ids.size > 1) this.failures.push(`${number} is ${[...ids]} for one key`)
    if (verdicts.includes('failed')) this.failures.push(`${number} was answered ${replies.map(({ status }) => status)}`)
    if (verdicts.includes('unavailable')) this.#counts.unavailable++
    sent.outcome = done.length > 0 ? 'acknowledged' : verdicts.includes('unknown') ? 'unknown' : 'refused'
    sent.id = done[0] && idOf(done[0])
    if (sent.outcome !== 'unknown') this.#counts[sent.outcome]++
  }

  /** Changes the authority of the merchant and returns the way back. */
  async #change(change: Change, merchantNo: string): Promise<() => Promise<void>> {
    if (change === 'none') return async () => {}
    this.#counts.changes++
    const token = this.#tokens.get(merchantNo)!
    if (change === 'log out') {
      this.#expect200('log out', await ask(this.#address(), calls.logout, {}, { token }))
      return async () => {}
    }
    if (change === 'revoke') {
      const input = { action: 'reset', target: 'secret', overlapHours: '0', txnPwd: TXN_PASSWORD }
      const reply = await ask(this.#address(), calls.changeSecret, input, { token })
      this.#expect200('a new secret', reply)
      const { secret } = reply.body.item ?? {}
      return async () => void (secret !== undefined && this.#secrets.set(merchantNo, secret))
    }
    await this.#setStatus(merchantNo, change)
    return () => this.#setStatus(merchantNo, 'ACTIVE')
  }

  async #setStatus(merchantNo: string, status: MerchantStatus): Promise<void> {
    const input = { merchantNo, status, reason: 'asked for in writing' }
    this.#expect200(status, await ask(this.#address(), calls.merchantStatus, input, { token: this.#staff }))
  }

  #expect200(what: string, { status, body }: Reply): void {
    if (status !== 200) this.failures.push(`${what} was answered ${status} ${body.error}`)
  }

  /** The stored writes of a race that the change ends. */
  async #moved(merchantNo: string, prefix: string, change: Change): Promise<number> {
    const kinds: readonly string[] = CHANGES[change]
    const row = await this.#db.one<{ n: number }>(sql`
      with made as (
        select case type when 'WITHDRAW' then 'withdraw' when 'TRANSFER_OUT' then 'transfer' else 'received' end as kind
          from record
         where merchant_no = ${merchantNo} and starts_with(merchant_order_no, ${prefix})
         union all
        select lower(kind) from orders where merchant_no = ${merchantNo} and starts_with(merchant_order_no, ${prefix})
      )
      select count(*)::int as n from made where kind = any (${kinds})`)
    return row!.n
  }
}
