import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { hiddenAnswers } from '../../scripts/hiddenAnswers.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { changePermissions, parsePermissionArguments } from '../../server/merchants/changePermissions.ts'
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
    for (const password of ['Passw0r', `Passw0rd${'x'.repeat(25)}`]) {
      await expect(create('--type merchant --name weak', password)).rejects.toThrow('8 to 32 characters')
    }
    const parentNo = (await merchantByUsername(db, 'taken'))!.merchantNo
    await expect(create(`--type sub-merchant --name sub --parent ${parentNo}`)).rejects.toThrow('--parent is "')
    await expect(create('--type merchant --name kopi2 --agent M0')).rejects.toThrow('--agent is "M0"')
    expect(await merchantByUsername(db, 'sub')).toBeUndefined()
  })

  const change = (line: string) => changePermissions(db, parsePermissionArguments(line.split(' '))!, clock)
  const tokenOf = async (username: string) => {
    const reply = await gateway.ask(calls.login, { username, password: sha256('Passw0rd') })
    return reply.json<{ data: { token: string } }>().data.token
  }
  const permissionsOf = async (username: string) => (await merchantByUsername(db, username))!.permissionKeys
  const mayFreeze = async (token: string) =>
    (await gateway.ask(calls.merchantStatus, { merchantNo: 'M99999999', status: 'FROZEN' }, token)).json<{ error: string }>()
      .error

  test('a permission is granted and revoked by name, ends the sessions and is audited', async () => {
    await create('--type staff --name chief')
    const before = await tokenOf('chief')
    expect(await mayFreeze(before)).toBe('FORBIDDEN')
    const { merchantNo } = (await merchantByUsername(db, 'chief'))!
    expect(await change('--name Chief --grant plat_merchant_status,payin')).toEqual([
      `Granted plat_merchant_status to chief (${merchantNo}).`,
      'chief has payin already.',
      'Sessions ended: 1. The change shows at the next sign-in.',
    ])
    expect(await mayFreeze(before)).toBe('UNAUTHENTICATED')
    const granted = await tokenOf('chief')
    expect(await mayFreeze(granted)).toBe('MERCHANT_NOT_FOUND')
    // All that it had before, and the new one.
    expect((await gateway.ask(calls.payinList, {}, granted)).statusCode).toBe(200)
    await change('--name chief --revoke payin_export --revoke softphone_call')
    expect(await permissionsOf('chief')).not.toContain('payin_export')
    expect(await permissionsOf('chief')).toContain('plat_merchant_status')
    expect(await db.all(sql`select actor, target, detail from audit where action = 'permissions' order by id`)).toEqual([
      { actor: 'npm run account', target: merchantNo, detail: { granted: ['plat_merchant_status'], revoked: [] } },
      { actor: 'npm run account', target: merchantNo, detail: { granted: [], revoked: ['payin_export', 'softphone_call'] } },
    ])
  })

  test('an account that has all permissions of its kind again is limited no longer', async () => {
    await create('--type staff --name clerk')
    await change('--name clerk --grant plat_merchant_status --revoke payin_export')
    expect(await permissionsOf('clerk')).toContain('plat_merchant_status')
    await change('--name clerk --revoke plat_merchant_status --grant payin_export')
    expect(await permissionsOf('clerk')).toBeNull()
  })

  test('a change that changes nothing ends no session and is not audited', async () => {
    await create('--type merchant --name warung')
    const token = await tokenOf('warung')
    expect(await change('--name warung --grant payin --revoke softphone_call')).toEqual([
      'warung has payin already.',
      'warung does not have softphone_call.',
      'Nothing was changed.',
    ])
    expect((await gateway.ask(calls.payinList, {}, token)).statusCode).toBe(200)
  })

  test('an unknown account, an unknown permission and one that the kind cannot have are refused', async () => {
    await create('--type merchant --name kedai')
    await expect(change('--name unknown --grant payin')).rejects.toThrow('--name is "unknown"; there is no such account.')
    await expect(change('--name kedai --grant payin,fly')).rejects.toThrow(
      '--grant is "fly"; an account such as kedai can have',
    )
    await expect(change('--name kedai --grant plat_merchant_status')).rejects.toThrow('--grant is "plat_merchant_status"')
    await expect(change('--name kedai --revoke plat_otp')).rejects.toThrow('--revoke is "plat_otp"')
    expect(await permissionsOf('kedai')).toBeNull()
    await change('--name kedai --grant softphone_call')
    expect(await permissionsOf('kedai')).toContain('softphone_call')
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

test.each([
  ['--grant payin', '--name is needed'],
  ['--name toko --grant payin --revoke payout,payin', '--grant and --revoke both name "payin".'],
  ['--type staff --name toko --grant payin', 'With --grant and --revoke, only --name is allowed.'],
])('"%s" is refused', (line, text) => {
  expect(() => parsePermissionArguments(line.split(' '))).toThrow(text)
})

test.each([
  ['a line', 'Passw0rd\r', 'Passw0rd', 0],
  ['Ctrl+D', '\x04', '', 0],
  ['Ctrl+C', 'Pass\x03', '', 1],
])('%s answers a question on a terminal; only Ctrl+C ends the process', async (_, keys, answer, interrupts) => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: vi.fn() })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  const { ask, close } = hiddenAnswers()
  const asked = ask('Password: ')
  terminal.write(keys)
  expect(await asked).toBe(answer)
  close()
  expect(terminal.setRawMode).toHaveBeenLastCalledWith(false)
  expect(kill.mock.calls).toEqual(Array.from({ length: interrupts }, () => [process.pid, 'SIGINT']))
})

test('the command creates an account in a new folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-account-'))
  const script = new URL('../../scripts/account.ts', import.meta.url).pathname
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), SEED: 'none' }
  const line = [...SHORT_LIVED, script, '--type', 'staff', '--name', 'first']
  const run = () => promisify(execFile)(process.execPath, line, { env })
  expect((await run()).stdout).toMatch(/^Created first with number M\d+\.\nPassword, shown only now: \S{15,}\n$/)
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: 'The name first is in use.\n' })
  const grant = [...SHORT_LIVED, script, '--name', 'first', '--grant', 'plat_merchant_status']
  expect((await promisify(execFile)(process.execPath, grant, { env })).stdout).toMatch(
    /^Granted plat_merchant_status to first \(M\d+\)\.\n/,
  )
  rmSync(folder, { recursive: true, force: true })
}, 180_000)
