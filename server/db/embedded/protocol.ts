/** The parts of the PostgreSQL wire protocol (version 3.0) that an in-memory connection needs. */

/** The reply to a startup message: AuthenticationOk and ReadyForQuery. */
export const GREETING: Uint8Array = Uint8Array.of(0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49)

/** Resets the engine's only session, so that a new connection starts with a clean one. */
export const RESET_SESSION: Uint8Array = Buffer.concat([query('rollback'), query('discard all')])

function query(text: string): Buffer {
  const head = Buffer.from('Q\0\0\0\0')
  const body = Buffer.from(`${text}\0`)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

// Sync, Query, Flush, CopyDone, CopyFail: the messages that the engine replies to.
const ANSWERED = new Set([...'SQHcf'].map((letter) => letter.charCodeAt(0)))
const TERMINATE = 'X'.charCodeAt(0)
const nothing = new Uint8Array()

/** Splits the byte stream of a connection into batches of complete messages that end with one the engine replies to. */
export class Wire {
  #rest: Uint8Array = nothing
  #greeted = false

  take(bytes: Uint8Array): { batch: Uint8Array; greeting: boolean } {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const greeting = !this.#greeted && this.#takeStartup()
    if (!this.#greeted) return { batch: nothing, greeting }
    let end = 0
    for (let at = 0; at + 5 <= this.#rest.length; ) {
      const next = at + 1 + this.#lengthAt(at + 1)
      if (next > this.#rest.length || this.#rest[at] === TERMINATE) break
      if (ANSWERED.has(this.#rest[at]!)) end = next
      at = next
    }
    const batch = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end)
    return { batch, greeting }
  }

  /** Consumes the startup message, which has no type byte. */
  #takeStartup(): boolean {
    if (this.#rest.length < 4 || this.#rest.length < this.#lengthAt(0)) return false
    this.#rest = this.#rest.subarray(this.#lengthAt(0))
    this.#greeted = true
    return true
  }

  #lengthAt(at: number): number {
    return new DataView(this.#rest.buffer, this.#rest.byteOffset).getInt32(at)
  }
}
