import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { createAccount, parseAccountArguments } from '../../server/merchants/createAccount.ts'
import { merchantByUsername } from '../../server/merchants/merchants.ts'
import { databases } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'
import { SHORT_LIVED } from '../shortLived.ts'

const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

describe.each(databases)('on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const create = (line: string, password = 'Passw0rd') =>
    createAccount(db, parseAccountArguments(line.split(' ')), password, clock)
  const signIn = async (username: string, password: string) =>
    (await gateway.ask(calls.login, { username, password: sha256(password) })).statusCode

  test('the first account of each type can sign in', async () => {
    const [merchant] = await create('--type merchant --name Toko')
    expect(merchant).toMatch(/^Created toko with number M\d+\.$/)
    const parentNo = (await merchantByUsername(db, 'toko'))!.merchantNo
    await create(`--type sub-merchant --name toko.bandung --parent ${parentNo}`)
    await create('--type usdt --name selat')
    await create('--type staff --name operator --title Operations')
    await create('--type agent --name mitra')
    const agentNo = (await merchantByUsername(db, 'mitra'))!.merchantNo
    await create(`--type merchant --name kopi --agent ${agentNo}`)
    for (const name of ['toko', 'toko.bandung', 'selat', 'operator', 'mitra', 'kopi']) {
      expect([name, await signIn(name, 'Passw0rd')]).toEqual([name, 200])
    }
    expect(
      await db.all(sql`
        select username, kind, name, m.currency, parent_no is not null as has_parent, agent_no is not null as has_agent,
               api_secret is not null as has_secret, a.currency as balance
          from merchant m left join account a using (merchant_no)
         order by username`),
    ).toEqual(
      [
        ['kopi', 'normal', 'kopi', 'IDR', false, true, true, 'IDR'],
        ['mitra', 'delegate', 'mitra', 'IDR', false, false, false, null],
        ['operator', 'staff', 'Operations', 'IDR', false, false, false, null],
        ['selat', 'umerchant', 'selat', 'USDT', false, false, true, 'USDT'],
        ['toko', 'normal', 'Toko', 'IDR', false, false, true, 'IDR'],
        ['toko.bandung', 'subMerchant', 'toko.bandung', 'IDR', true, false, true, 'IDR'],
      ].map(([username, kind, name, currency, has_parent, has_agent, has_secret, balance]) => ({
        username,
        kind,
        name,
        currency,
        has_parent,
        has_agent,
        has_secret,
        balance,
      })),
    )
  })

  test('a password is generated and returned once', async () => {
    const [, line] = await create('--type staff --name second', '')
    const [, password] = /^Password, shown only now: (\S+)$/.exec(line!)!
    expect(await signIn('second', password!)).toBe(200)
  })

  test('a name in use, a weak password and a wrong parent are refused', async () => {
    await create('--type staff --name taken')
    await expect(create('--type merchant --name TAKEN')).rejects.toThrow('The name taken is in use.')
    await expect(create('--type merchant --name weak', 'weak')).rejects.toThrow('The password needs a digit')
    const parentNo = (await merchantByUsername(db, 'taken'))!.merchantNo
    await expect(create(`--type sub-merchant --name sub --parent ${parentNo}`)).rejects.toThrow('--parent is "')
    await expect(create('--type merchant --name kopi2 --agent M0')).rejects.toThrow('--agent is "M0"')
    expect(await merchantByUsername(db, 'sub')).toBeUndefined()
  })
})

test.each([
  ['--name x1234', '--type is ""; it must be one of merchant, sub-merchant, usdt, agent, staff.'],
  ['--type constructor --name x1234', '--type is "constructor"'],
  ['--type merchant', '--name is ""'],
  ['--type sub-merchant --name toko', '--parent is needed'],
  ['--type staff --name toko --parent M1', '--parent is needed'],
  ['--type staff --name toko --agent M1', '--agent is for a merchant only.'],
  ['--type merchant --nam toko', "Unknown option '--nam'"],
])('"%s" is refused', (line, text) => {
  expect(() => parseAccountArguments(line.split(' '))).toThrow(text)
})

test('the command creates an account in a new folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-account-'))
  const script = new URL('../../scripts/account.ts', import.meta.url).pathname
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), SEED: 'none' }
  const line = [...SHORT_LIVED, script, '--type', 'staff', '--name', 'first']
  const run = () => promisify(execFile)(process.execPath, line, { env })
  expect((await run()).stdout).toMatch(/^Created first with number M\d+\.\nPassword, shown only now: \S{15,}\n$/)
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: 'The name first is in use.\n' })
  rmSync(folder, { recursive: true, force: true })
}, 60_000)
