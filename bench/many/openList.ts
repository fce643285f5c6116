import { Client } from 'undici'
import { calls } from '#contract/calls.ts'
import type { Item } from '#contract/reply.ts'
import type { Changes } from '#contract/rows/changes.ts'
import { requestOf } from '../../tests/gateway.ts'
import type { User } from './accounts.ts'

/** The console asks again this long after an answer, if there was an event meanwhile: `machines/live/listChangesMachine.ts`. */
const READABLE_MS = 1_500

/** The list of payins that a console has open: after an event, it asks what has changed. */
export interface OpenList {
  hint(): void
  close(): Promise<void>
}

interface OpenListOptions {
  /** The filter of the list. */
  filter: Record<string, unknown>
  /** An answer with the ids that it counts for the first time, after so many milliseconds. */
  answered(createdIds: readonly string[], ms: number): void
  failed(error: Error): void
}

export function openList(address: string, { account, token }: User, { filter, answered, failed }: OpenListOptions): OpenList {
  const client = new Client(address)
  let marks: { since?: string; told?: string } = {}
  let isHinted = true
  let isBusy = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function ask(): Promise<void> {
    isHinted = false
    isBusy = true
    const { method, url, headers, payload } = requestOf(calls.changes, { ...filter, list: account.list, ...marks }, token)
    const began = performance.now()
    const reply = await client.request({
      method: method as 'POST',
      path: url,
      headers: headers as Record<string, string>,
      body: payload as string,
    })
    const text = await reply.body.text()
    if (reply.statusCode !== 200) throw new Error(`The changes were answered ${reply.statusCode} ${text}`)
    const { mark, createdIds } = (JSON.parse(text) as Item<Changes>).item
    answered(createdIds, performance.now() - began)
    marks = { since: marks.since ?? mark!, told: mark! }
  }

  function next(): void {
    if (isBusy || isClosed || !isHinted) return
    void ask()
      .catch((error: Error) => isClosed || failed(error))
      .finally(() => {
        timer = setTimeout(() => {
          isBusy = false
          next()
        }, READABLE_MS)
      })
  }

  next()
  return {
    hint() {
      isHinted = true
      next()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client.destroy()
    },
  }
}
