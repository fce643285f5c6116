import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { lockFolder } from '../../server/db/embedded/lock.ts'
import { sql } from '../../server/db/sql.ts'
import { failureText } from '../../server/failure.ts'
import { brokenLedger, wrongAccountDays, wrongCounters } from '../ledgerChecks.ts'

let folder: string
let dir: string
let lock: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-durability-'))
  dir = join(folder, 'data')
  lock = join(dir, 'paydesk.lock')
})
afterEach(async () => {
  for (const child of children.splice(0)) await killed(child)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a gateway's database in a child process and reads its output lines. */
function writer(from: number, script = 'durability'): { child: ChildProcess; lines: AsyncIterableIterator<string> } {
  const file = fileURLToPath(new URL(`./${script}.child.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, dir, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('kill -9 while writing loses no acknowledged row', { timeout: 120_000 }, async () => {
  let next = 0
  for (const rows of [40, 150, 10]) {
    const { child, lines } = writer(next)
    expect((await lines.next()).value).toBe('open')
    for (let row = 0; row < rows; row++) next = Number((await lines.next()).value) + 1
    await killed(child)
    // Output that was still in the pipe counts as acknowledged.
    for await (const line of lines) next = Number(line) + 1

    const db = await openDatabase({ dir })
    const kept = (await db.all<{ n: string }>(sql`select n from kept order by n`)).map(({ n }) => Number(n))
    await db.close()
    expect(kept.slice(0, next)).toEqual(Array.from({ length: next }, (_, n) => n))
    // The last row may have been committed without being printed.
    expect(kept.length - next).toBeLessThanOrEqual(1)
    next = kept.length
  }
})

test('kill -9 while moving money loses no acknowledged money and creates none', {
  timeout: 180_000,
}, async () => {
  const acknowledged: string[] = []
  for (const [round, answers] of [60, 25].entries()) {
    const { child, lines } = writer(round + 1, 'moneyUnderLoad')
    expect((await lines.next()).value).toBe('open')
    for (let answer = 0; answer < answers; answer++) acknowledged.push((await lines.next()).value!)
    await killed(child)
    for await (const line of lines) acknowledged.push(line)

    const db = await openDatabase({ dir })
    const sent = await db.all<{ number: string; rows: string[] }>(sql`
      select s.merchant_order_no as number, array_agg(l.type order by l.type) as rows
        from (select id, merchant_order_no from record where type = 'TRANSFER_OUT' and status = 'SUCCESS'
               union all
              select id, merchant_order_no from orders where kind = 'PAYOUT') s
        join ledger l on l.order_id = s.id
       group by 1`)
    const faults = [await brokenLedger(db), await wrongCounters(db), await wrongAccountDays(db)]
    const [made] = await db.all<{ sum: string }>(sql`
      select sum(amount) as sum from ledger where type in ('TRANSFER_OUT', 'TRANSFER_IN')`)
    await db.close()
    expect(faults).toEqual([[], [], []])
    expect(made).toEqual({ sum: '0' })
    const kept = new Map(sent.map(({ number, rows }) => [number, rows.join(' ')]))
    expect(acknowledged.map((number) => [number, kept.get(number)])).toEqual(
      acknowledged.map((number) => [number, number.startsWith('transfer') ? TRANSFERRED : 'PAYOUT_FREEZE']),
    )
    // Unacknowledged requests may have been committed: at most one per lane and round.
    expect(sent.length - acknowledged.length).toBeLessThanOrEqual(8 * (round + 1))
  }
})

const TRANSFERRED = 'TRANSFER_IN TRANSFER_OUT'

test('a second process on the same folder is refused with the owner’s process id', { timeout: 60_000 }, async () => {
  const { child, lines } = writer(0)
  await lines.next()
  await expect(openDatabase({ dir })).rejects.toThrow(
    `${dir} is in use by process ${child.pid}. Stop it, or set another DATA_DIR.`,
  )
  await killed(child)
  const db = await openDatabase({ dir })
  await expect(openDatabase({ dir })).rejects.toThrow(`in use by process ${process.pid}`)
  await db.close()
})

test('a normal exit leaves no lock', () => {
  const release = lockFolder(dir)
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid })
  release()
  expect(() => readFileSync(lock)).toThrow('ENOENT')
})

test('a lock is stale when another process has reused its process id', () => {
  lockFolder(dir)()
  const release = lockFolder(dir)
  const mine = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; started: string; machine: string }
  release()
  writeFileSync(lock, JSON.stringify(mine))
  expect(() => lockFolder(dir)).toThrow('in use by process')
  writeFileSync(lock, JSON.stringify({ ...mine, started: '1' }))
  lockFolder(dir)()
})

test('an owner on another machine is alive as long as it touches its lock', () => {
  const left = JSON.stringify({ pid: 1, started: '1', machine: 'elsewhere 4711' })
  lockFolder(dir)()
  writeFileSync(lock, left)
  expect(() => lockFolder(dir)).toThrow('in use by process 1 on elsewhere')
  const longAgo = new Date(Date.now() - 31_000)
  utimesSync(lock, longAgo, longAgo)
  lockFolder(dir)()
})

test('only one process at a time can take over a stale lock', () => {
  const release = lockFolder(dir)
  const mine = readFileSync(lock)
  release()
  writeFileSync(lock, 'not a lock of ours')
  writeFileSync(`${lock}.turn`, mine)
  expect(() => lockFolder(dir)).toThrow(`${dir} is in use by process ${process.pid}.`)
  rmSync(`${lock}.turn`)
  lockFolder(dir)()
})

test('a file left by a process that died while it took over a lock is removed', () => {
  lockFolder(dir)()
  const dead = JSON.stringify({ ...owner(), started: '1' })
  writeFileSync(lock, dead)
  writeFileSync(`${lock}.turn`, dead)
  lockFolder(dir)()
  expect([existsSync(lock), existsSync(`${lock}.turn`)]).toEqual([false, false])
})

test('the lock holds for every path of the folder', () => {
  const release = lockFolder(dir)
  symlinkSync(dir, join(folder, 'link'))
  expect(() => lockFolder(join(folder, 'link'))).toThrow(`${dir} is in use by process ${process.pid}.`)
  release()
  lockFolder(join(folder, 'link'))()
})

test('an owner in another process namespace is not judged by its process id', () => {
  lockFolder(dir)()
  writeFileSync(lock, JSON.stringify({ ...owner(), machine: owner().machine.replace(/pid:.*$/, 'pid:[1]'), started: '1' }))
  expect(() => lockFolder(dir)).toThrow(`in use by process ${process.pid} on`)
})

describe('a lock beside the folder, as earlier versions made it', () => {
  const oldLock = () => join(folder, '.data.lock')
  // Without a process namespace.
  const left = (started: string) => {
    const { machine, ...rest } = owner()
    return JSON.stringify({ ...rest, started, machine: machine.split(' ').slice(0, 2).join(' ') })
  }

  test('is removed after its owner has died', () => {
    mkdirSync(dir)
    writeFileSync(oldLock(), left('1'))
    lockFolder(dir)()
    expect(existsSync(oldLock())).toBe(false)
  })

  test('is respected while its owner is running', () => {
    mkdirSync(dir)
    writeFileSync(oldLock(), left(owner().started))
    expect(() => lockFolder(dir)).toThrow(`${dir} is in use by process ${process.pid}.`)
    expect(existsSync(oldLock())).toBe(true)
  })
})

/** What a lock of this process contains. */
function owner(): { pid: number; started: string; machine: string } {
  const other = mkdtempSync(join(folder, 'owner-'))
  const release = lockFolder(other)
  const content = JSON.parse(readFileSync(join(other, 'paydesk.lock'), 'utf8')) as ReturnType<typeof owner>
  release()
  return content
}

test('a folder behind a symbolic link can be opened', { timeout: 60_000 }, async () => {
  mkdirSync(dir)
  symlinkSync(dir, join(folder, 'link'))
  const db = await openDatabase({ dir: join(folder, 'link') })
  expect(await db.one(sql`select 1 as n`)).toEqual({ n: 1 })
  await db.close()
})

test('a folder that cannot be opened gives one line with its path and the reason', { timeout: 60_000 }, async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const text = async (path: string) => openDatabase({ dir: path }).then(String, (error: Error) => failureText(error, undefined))
  expect(await text(file)).toMatch(new RegExp(`^${file} cannot be used as a folder: EEXIST: .*\\. Set another DATA_DIR\\.$`))
  mkdirSync(dir)
  writeFileSync(join(dir, 'PG_VERSION'), '14')
  expect(await text(dir)).toBe(`The database in ${dir} cannot be opened: PGlite failed to initialize properly`)
  expect(existsSync(lock)).toBe(false)
})
