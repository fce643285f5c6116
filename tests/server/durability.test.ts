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
import { fillFolder } from '../databases.ts'
import { SHORT_LIVED } from '../shortLived.ts'

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

/** Opens the database in a child process and reads its output lines. */
function writer(): { child: ChildProcess; lines: AsyncIterableIterator<string> } {
  const file = fileURLToPath(new URL('./durability.child.ts', import.meta.url))
  const child = spawn(process.execPath, [...SHORT_LIVED, file, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('a second process on the same folder is refused with the owner’s process id', { timeout: 60_000 }, async () => {
  fillFolder(dir)
  const { child, lines } = writer()
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
