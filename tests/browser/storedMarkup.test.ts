import { expect, inject } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { demoAccounts, seedDemo } from '../../server/seed/seed.ts'
import { quickest } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { screensOf } from '../rights/addresses.ts'
import { type BrowserApp, test } from './app.ts'

const MARKUP = `"'><img src=x onerror="window.__xss=1"><script>window.__xss=1</script><svg onload="window.__xss=1">`
const RIGHT_TO_LEFT = '\u202e'
const LONG = 'W'.repeat(600)

/** Free text that the gateway itself makes or that never leaves it. */
const NOT_WRITTEN_BY_OTHERS = [
  ...['merchant.password_hash', 'merchant.txn_password_hash', 'merchant.otp_secret', 'merchant.api_secret'],
  ...['merchant_key.old_secret', 'merchant.locale', 'gateway_node.owner', 'saved_view.query', 'notice.notify_type'],
  // The files of the migrations, and a kept reply.
  ...['migration.name', 'idempotency.answer'],
]
/** Lists of addresses and of permissions. Their members are checked. */
const CHECKED_LISTS = ['merchant.api_white_ip', 'merchant.login_white_ip', 'merchant.permission_keys']
/** Codes that the gateway makes or checks, by their column name in any table. */
const MADE_CODES = [
  ...['merchant_no', 'agent_no', 'parent_no', 'actor_no', 'receive_merchant_no', 'origin_no', 'event_id', 'plat_account_id'],
  ...['kind', 'type', 'status', 'state', 'stage', 'method', 'direction', 'behaviour', 'trigger', 'outcome', 'action', 'review'],
  ...['currency', 'channel', 'bank_code', 'settle_bank_code', 'account_prefix', 'fee_type', 'counter', 'text_key'],
  ...['notify_status', 'username', 'subject', 'list', 'key', 'signature', 'side', 'author', 'assigned_to', 'staff_assigned_to'],
]
/** Codes of the platform. */
const PLATFORM_CODES = ['recharge_account.account_number']
/** Codes have the collation C. These merchants and channels choose themselves. */
const CHOSEN_CODES = [
  ...[
    'orders.merchant_order_no',
    'orders.pay_order_no',
    'orders.account_number',
    'orders.payer_account',
    'orders.receive_account',
  ],
  ...[
    'record.merchant_order_no',
    'record.pay_order_no',
    'record.account_number',
    'record.payer_account',
    'record.receive_account',
  ],
  ...['merchant.settle_account_number', 'ledger.merchant_order_no', 'settlement.merchant_order_no', 'audit.target'],
]

/** Written, but shown by no page: the gateway stores them and does not serve them, or serves only their code. */
const NOT_SHOWN: readonly string[] = ['merchant.national_id', 'pay_channel.name', 'session.address']

/** Types that hold no text. */
const NO_TEXT = ['bigint', 'integer', 'smallint', 'boolean', 'date', 'timestamp with time zone', 'numeric', 'uuid', 'bytea']

interface TextColumn {
  /** `table.column` */
  at: string
  data: string
  isCode: boolean
}

const textColumns = (db: Database): Promise<TextColumn[]> =>
  db.all(sql`
    select table_name || '.' || column_name as at, data_type as data, coalesce(collation_name, '') = 'C' as "isCode"
      from information_schema.columns
     where table_schema = 'public' and not data_type = any (${NO_TEXT})
     order by 1`)

const isWritten = ({ at, isCode, data }: TextColumn): boolean =>
  ['text', 'jsonb'].includes(data) && (isCode ? CHOSEN_CODES.includes(at) : !NOT_WRITTEN_BY_OTHERS.includes(at))

/** Whether a list above says why the column is not written. */
const isStated = ({ at, isCode }: TextColumn): boolean =>
  [...NOT_WRITTEN_BY_OTHERS, ...CHECKED_LISTS, ...PLATFORM_CODES].includes(at) ||
  (isCode && MADE_CODES.includes(at.split('.')[1]!))

/** Writes markup into every column with text: a new one is included without being named here. Returns those of every row. */
async function poison(db: Database): Promise<string[]> {
  await db.run(sql`
    insert into saved_view (username, list, name, query, update_time)
    select username, 'payin', '', 'status=SUCCESS', now() from merchant where kind <> 'staff'`)
  await db.run(sql`update orders set review = 'DISCREPANT' where review is null`)
  await db.run(sql`
    insert into merchant_key (merchant_no, merchant_public_key, plat_public_key, update_time)
    select merchant_no, '', '', now() from merchant where kind <> 'staff'
        on conflict (merchant_no) do update set plat_public_key = ''`)
  // A reminder shows its message and its number instead of a text of the gateway.
  await db.run(sql`update notice set notify_type = 'REMIND' where text_key = 'maintenance'`)
  // A single account is chosen from the start, and shown.
  await db.run(sql`update recharge_account set active = bank_code = '014'`)
  await db.run(sql`delete from open_recharge`)
  await db.run(sql`
    insert into order_note (merchant_no, order_id, id, side, kind, at, author, text)
    select merchant_no, id, id + (side = 'STAFF')::int, side, 'NOTE', now(), 'merchant', ''
      from orders cross join (values ('MERCHANT'), ('STAFF')) as sides (side)`)
  const written = (await textColumns(db)).filter(isWritten)
  for (const { at, data, isCode } of written) {
    const [table, column] = at.split('.') as [string, string]
    const link = /address|url/.test(column) ? 'javascript:window.__xss=1//' : '=1+1'
    // Unique where numbers must be, and marked with the column.
    const value = `${link}<b>${at}</b>${MARKUP}${RIGHT_TO_LEFT}${LONG}`
    const text = `'${value.replaceAll("'", "''")}' || row_number`
    const of = `(select ctid as at, row_number() over ()::text from ${table}) numbered where numbered.at = ${table}.ctid`
    const next =
      data === 'text'
        ? text
        : `regexp_replace(${column}::text, '": "[^"{}]*"', '": ' || replace(to_jsonb(${text})::text, '\\', '\\\\') , 'g')::jsonb`
    await db.run(
      raw(
        `update ${table} set ${column} = ${next} from ${of} ${isCode || data === 'jsonb' ? `and ${column} is not null` : ''}`,
      ),
    )
  }
  // Codes and JSON are written where they are, and not every order has callbacks: whether the first rows show them depends on the demo.
  return written.flatMap(({ at, data, isCode }) => (isCode || data !== 'text' || at.startsWith('callback_attempt') ? [] : [at]))
}

/** Table and column names cannot be parameters. */
const raw = (text: string) => sql(Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray)

/** Runs in the page: what would be a way in, and the columns whose text is on the page. */
function inspect() {
  const all = [...document.querySelectorAll('*')]
  const links = all.flatMap((element) =>
    ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''),
  )
  const typed = Array.from(document.querySelectorAll('input, textarea'), (field) => (field as HTMLInputElement).value)
  const text = [document.body.innerHTML, ...typed].join()
  return {
    ran: Object(window).__xss !== undefined,
    handlers: all.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))).length,
    elements: document.querySelectorAll('img[src="x"], script:not([src]), iframe, object, embed, base, td b').length,
    links: links.filter((link) => /^\s*(javascript|data:text)/i.test(link)),
    controls: /[\u202a-\u202e\u2066-\u2069]/.test(document.body.textContent ?? ''),
    isTooWide: document.documentElement.scrollWidth > window.innerWidth,
    seen: [...new Set(Array.from(text.matchAll(/(?:&lt;|<)b(?:&gt;|>)([a-z_.]+)/g), ([, at]) => at ?? ''))],
  }
}

const HARMLESS = { ran: false, handlers: 0, elements: 0, links: [], controls: false, isTooWide: false }

/** The parts of an open row, from one to the next by a key. */
const PARTS = ['its fields', 'its timeline', 'its callbacks', 'its notes', 'its raw text']

/** Walks all screens of the account, opens the first row of each list, and finds orders in the palette. */
async function tour(app: BrowserApp, account: 'merchant' | 'submerchant' | 'usdt' | 'agent' | 'staff', seen: Set<string>) {
  const { page, press, focus, settled } = app
  const check = async (at: string) => {
    const { seen: here, ...found } = await page.evaluate(inspect)
    expect({ at, ...found }).toEqual({ at, ...HARMLESS })
    for (const one of here) seen.add(one)
  }
  for (const screen of screensOf(account)) {
    await page.evaluate((hash) => location.assign(hash), `#${screen}${queryOf(screen)}`)
    await settled()
    await check(screen)
    if (!/^row/.test(await focus())) continue
    await press('Enter')
    await settled()
    const parts = (await page.locator('[data-layer="detail"]').count()) === 0 ? [] : PARTS
    for (const part of parts) {
      await check(`${screen}, ${part}`)
      await press(']')
      await settled()
    }
    await press('Escape Escape')
    if (screen !== '/transaction/payout') continue
    // What is printed.
    await press('i')
    await page.locator('[data-print]').waitFor()
    await check(`${screen}, receipt`)
    await press('Escape')
  }
  await press('g n')
  await settled()
  await check('notices')
  await press('Escape Control+k')
  await app.type('=1+1')
  await settled()
  await check('palette')
  await press('Escape')
}

/** The filter of a list with rows, and the accounts of the platform for a recharge. */
function queryOf(screen: string): string {
  if (screen.endsWith('/recharge') && screen.startsWith('/account')) return '?mode=offline'
  return /transaction|detail/.test(screen) ? '?dates=all&status=SUCCESS' : ''
}

// biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from the pattern
const held = test.extend('gateway', { scope: 'file' }, async ({}, { onCleanup }) => {
  const db = await quickest.open()
  await seedDemo(db, { now: Date.now(), orders: 200 })
  const written = await poison(db)
  const gateway: TestGateway = await openGateway(db, {
    dist: inject('dist'),
    demoAccounts: [...demoAccounts],
    environment: { SIMULATION: 'on', RATE_LIMIT: '100000' },
  })
  const home = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  onCleanup(async () => {
    await gateway.close()
    await db.close()
  })
  return { home, written, gateway, columns: await textColumns(db) }
})

held(
  'Text of payers and merchants stays text on every screen and in the palette',
  { timeout: 240_000 },
  async ({ open, gateway }) => {
    const seen = new Set<string>()
    for (const as of ['merchant', 'submerchant', 'usdt', 'agent', 'staff'] as const) {
      await tour(await open({ as, home: gateway.home }), as, seen)
    }
    expect(gateway.written.filter((at) => !seen.has(at) && !NOT_SHOWN.includes(at))).toEqual([])
  },
)

held('Every column of text is toured, or a list says why not', ({ gateway: { columns } }) => {
  expect(columns.filter((column) => isWritten(column) === isStated(column))).toEqual([])
  const names = columns.flatMap(({ at }) => [at, at.split('.')[1]])
  const listed = [NOT_WRITTEN_BY_OTHERS, CHECKED_LISTS, MADE_CODES, PLATFORM_CODES, CHOSEN_CODES, NOT_SHOWN].flat()
  expect(listed.filter((name) => !names.includes(name))).toEqual([])
})

held('No cell of an export begins with a formula', async ({ gateway: { gateway } }) => {
  const { username, password } = demoAccounts.find((account) => account.username === 'merchant')!
  const { data } = (await gateway.ask(calls.login, { username, password: sha256(password) })).json<{
    data: { token: string }
  }>()
  for (const call of [calls.exportPayin, calls.exportPayout, calls.exportDetail]) {
    const { body } = await gateway.ask(call, {}, data.token)
    expect(body.match(/.=1\+1<b>/g)).not.toBeNull()
    expect(body.match(/[^']=1\+1<b>/g)).toBeNull()
  }
})
