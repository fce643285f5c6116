import { describe, expect, test } from 'vitest'
import { Wire } from '../../server/db/embedded/protocol.ts'

const message = (letter: string, body = ''): Buffer => {
  const bytes = Buffer.from(`${letter}\0\0\0\0${body}`)
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}
// Length, version 3.0, one parameter.
const startup = Buffer.concat([Buffer.of(0, 0, 0, 23, 0, 3, 0, 0), Buffer.from('user\0postgres\0\0')])
const query = message('Q', 'select 1\0')
const extended = [message('P', 'x'), message('B', 'y'), message('E'), message('S')]

describe('the byte stream of a connection', () => {
  test('gets one greeting and is split after messages that the engine replies to', () => {
    const wire = new Wire()
    const { greeting, batch } = wire.take(startup)
    expect([greeting, batch.length]).toEqual([true, 0])
    expect(wire.take(query)).toEqual({ greeting: false, batch: query })
    const [parse, bind, execute, sync] = extended
    expect(wire.take(Buffer.concat([parse!, bind!])).batch).toHaveLength(0)
    expect(wire.take(execute!).batch).toHaveLength(0)
    expect(wire.take(sync!).batch).toEqual(Buffer.concat(extended))
  })

  test('may arrive in one chunk', () => {
    const all = Buffer.concat([startup, query, ...extended, message('P', 'unfinished')])
    expect(new Wire().take(all)).toEqual({ greeting: true, batch: Buffer.concat([query, ...extended]) })
  })

  test.each([1, 2, 3, 5, 7])('may arrive in chunks of %i bytes', (size) => {
    const all = Buffer.concat([startup, query, ...extended, query])
    const wire = new Wire()
    const taken: Uint8Array[] = []
    let greetings = 0
    for (let at = 0; at < all.length; at += size) {
      const { batch, greeting } = wire.take(all.subarray(at, at + size))
      taken.push(batch)
      greetings += Number(greeting)
    }
    expect(greetings).toBe(1)
    expect(Buffer.concat(taken)).toEqual(Buffer.concat([query, ...extended, query]))
  })

  test('ends with a Terminate message that is not passed on, because it would stop the engine', () => {
    const wire = new Wire()
    wire.take(startup)
    expect(wire.take(Buffer.concat([query, message('X')])).batch).toEqual(query)
  })
})
