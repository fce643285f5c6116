import { auditWrites, type SentWrite } from './audit.ts'
import { verdictOf } from './client.ts'
import type { TargetDatabase } from './targets.ts'
import { waitUntil } from './waitUntil.ts'
import { idOf, send, type Write } from './writes.ts'

const REPLY_MS = 30_000
const AUDIT_MS = 10_000

/** The writes that a region has sent, with what their clients know. */
export class SentWrites {
  readonly sent = new Map<string, SentWrite>()
  /** Replies that must not be, and faults found by the audits. */
  readonly failures: string[] = []
  #tokens: ReadonlyMap<string, string> = new Map()

  /** The sessions of the merchants. */
  use(tokens: ReadonlyMap<string, string>): void {
    this.#tokens = tokens
  }

  /** Sends a write, and notes what its client knows then. `unavailable` is a refusal that did nothing. */
  async attempt(address: string, write: Write): Promise<SentWrite['outcome'] | 'unavailable'> {
    const before = this.sent.get(write.number)
    if (before === undefined) this.sent.set(write.number, { ...write, outcome: 'unknown', id: undefined })
    const reply = await send(address, write, this.#tokens.get(write.merchantNo)!).catch(() => undefined)
    if (reply === undefined) return 'unknown'
    const verdict = verdictOf(reply)
    if (verdict === 'failed') this.failures.push(`${write.number} was answered ${reply.status} ${reply.body.error}`)
    // Nothing was done by this request; by an earlier one, it may have been.
    if (verdict === 'unavailable' && before === undefined) {
      this.sent.set(write.number, { ...write, outcome: 'refused', id: undefined })
      return 'unavailable'
    }
    if (verdict === 'unavailable' || verdict === 'unknown') return 'unknown'
    const outcome = verdict === 'done' ? 'acknowledged' : 'refused'
    const id = idOf(reply)
    const isKnown = before !== undefined && before.outcome !== 'unknown'
    if (isKnown && (before.outcome !== outcome || before.id !== id)) {
      this.failures.push(`${write.number} was ${before.outcome} as ${before.id}, and ${outcome} as ${id} when it was repeated`)
    }
    this.sent.set(write.number, { ...write, outcome, id })
    return outcome
  }

  /** Repeats the writes until each has a reply. */
  async repeat(address: string, writes: readonly SentWrite[]): Promise<void> {
    await Promise.all(
      writes.map(async (write) => {
        const isAnswered = await waitUntil(async () => (await this.attempt(address, write)) !== 'unknown', REPLY_MS)
        if (!isAnswered) this.failures.push(`${write.number} has no reply when it is repeated`)
      }),
    )
  }

  /**
   * Audits the database. Citus reads each shard in a snapshot of its own, so what workers move meanwhile may look broken; what
   * is broken stays so.
   */
  async audit(target: TargetDatabase): Promise<void> {
    let faults: string[] = []
    const isClean = async () => {
      faults = await target.use((db) => auditWrites(db, this.sent))
      return faults.length === 0
    }
    await waitUntil(isClean, target.name === 'citus' ? AUDIT_MS : 0)
    this.failures.push(...faults)
  }

  count(outcome: SentWrite['outcome']): number {
    return [...this.sent.values()].filter((write) => write.outcome === outcome).length
  }
}
