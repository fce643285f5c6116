import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUTTON_PERMISSIONS, MENU_PERMISSIONS, type MenuItem, type MenuList, type Permission } from '#contract/authority.ts'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { accountPermissions, menuListOf } from '../../server/auth/permissions.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'

const KINDS = ['normal', 'subMerchant', 'umerchant', 'delegate', 'staff'] as const

describe.each(databases)('permissions on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const tokens: Record<string, string | undefined> = {}

  beforeAll(async () => {
    db = await open()
    const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
    gateway = await openGateway(db, { clock })
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'subMerchant', parentNo: 'M00000001' })
    await gateway.account('M00000003', { kind: 'umerchant' })
    await gateway.account('M00000004', { kind: 'delegate' })
    await gateway.account('M00000005', { kind: 'staff' })
    await gateway.account('M00000006', { permissionKeys: ['transaction', 'payin'] })
    await gateway.account('M00000007', { otpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
    await gateway.account('M00000008')
    tokens.expired = await gateway.signIn('M00000001')
    clock.advance(16 * 60_000)
    tokens.signedOut = await gateway.signIn('M00000001')
    await gateway.ask(calls.logout, {}, tokens.signedOut)
    tokens.passcode = await gateway.signIn('M00000007')
    tokens.disabled = await gateway.signIn('M00000008')
    await db.run(sql`update merchant set status = 'SUSPENDED' where merchant_no = 'M00000008'`)
    tokens.normal = await gateway.signIn('M00000001')
    tokens.restricted = await gateway.signIn('M00000006')
    tokens.subMerchant = await gateway.signIn('M00000002')
    tokens.umerchant = await gateway.signIn('M00000003')
    tokens.delegate = await gateway.signIn('M00000004')
    tokens.staff = await gateway.signIn('M00000005')
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  test('each call is allowed for the expected accounts', async () => {
    const columns = [
      'guest',
      'expired',
      'signedOut',
      'passcode',
      'disabled',
      'normal',
      'restricted',
      'subMerchant',
      'umerchant',
      'delegate',
      'staff',
    ]
    const lines = [`${''.padEnd(18)}${columns.join(' ')}`]
    for (const [name, row] of Object.entries<AnyCall>(calls).filter(([, { callers: who }]) => who !== 'guest')) {
      // The requested rows do not exist. A call that reports this was allowed.
      const input = { id: 'none', type: 'PAYIN' }
      const cells = []
      for (const column of columns) {
        const { statusCode } = await gateway.ask(row, input, tokens[column])
        const cell = statusCode === 401 || statusCode === 403 ? String(statusCode) : 'yes'
        cells.push(cell.padEnd(column.length))
      }
      lines.push(`${name.padEnd(18)}${cells.join(' ')}`.trimEnd())
    }
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "                  guest expired signedOut passcode disabled normal restricted subMerchant umerchant delegate staff
      resetPassword     401   401     401       401      401      yes    yes        yes         yes       yes      yes
      resetTxnPassword  401   401     401       401      401      yes    403        403         yes       403      403
      resetOtpStatus    401   401     401       401      401      yes    403        403         yes       403      yes
      resetOtpSecret    401   401     401       401      401      403    403        403         403       403      yes
      enrolOtp          401   401     401       401      401      yes    403        403         yes       403      403
      platMerchant      401   401     401       401      401      403    403        403         403       403      yes
      merchantStatus    401   401     401       401      401      403    403        403         403       403      403
      merchantBanks     401   401     401       401      401      yes    yes        yes         yes       403      yes
      ipLists           401   401     401       401      401      yes    403        403         yes       403      403
      updateIpLists     401   401     401       401      401      yes    403        403         yes       403      403
      merchantSecret    401   401     401       401      401      yes    403        403         yes       403      403
      changeSecret      401   401     401       401      401      yes    403        403         yes       403      403
      callbackHealth    401   401     401       401      401      yes    403        yes         yes       403      yes
      enableCallbacks   401   401     401       401      401      yes    403        yes         yes       403      yes
      redeliveryPlan    401   401     401       401      401      yes    403        yes         yes       403      yes
      redeliver         401   401     401       401      401      yes    403        yes         yes       403      yes
      cancelRedelivery  401   401     401       401      401      yes    403        yes         yes       403      yes
      createSubMerchant 401   401     401       401      401      yes    403        403         403       403      403
      subMerchants      401   401     401       401      401      yes    403        403         403       403      403
      addSubMerchant    401   401     401       401      401      yes    403        403         403       403      403
      updateSubMerchant 401   401     401       401      401      yes    403        403         403       403      403
      merchantInfo      401   401     401       401      401      yes    yes        yes         yes       yes      yes
      merchantMethods   401   401     401       401      401      yes    yes        yes         yes       403      yes
      agentMerchantData 401   401     401       401      401      403    403        403         403       yes      403
      agentMerchants    401   401     401       401      401      403    403        403         403       yes      403
      merchantChoices   401   401     401       401      401      yes    yes        403         403       403      yes
      accountInfo       401   401     401       401      401      yes    403        yes         yes       403      403
      accountDaily      401   401     401       401      401      yes    403        403         403       403      403
      accountDetail     401   401     401       401      401      yes    403        yes         403       403      403
      accountCheck      401   401     401       401      401      yes    403        yes         403       403      403
      transfer          401   401     401       401      401      yes    403        403         403       403      403
      withdraw          401   401     401       401      401      yes    403        403         403       403      403
      rechargeOnline    401   401     401       401      401      yes    403        403         403       403      403
      offlineRecharge   401   401     401       401      401      yes    403        403         403       403      403
      rechargeOffline   401   401     401       401      401      yes    403        403         403       403      403
      checkRecharge     401   401     401       401      401      yes    403        403         403       403      403
      cancelRecord      401   401     401       401      401      yes    403        403         403       403      403
      heldRecords       401   401     401       401      401      yes    403        403         403       403      403
      recordTrail       401   401     401       401      401      yes    403        403         403       403      yes
      transferList      401   401     401       401      401      yes    403        403         403       403      403
      rechargeList      401   401     401       401      401      yes    403        403         403       403      yes
      withdrawList      401   401     401       401      401      yes    403        403         403       403      yes
      exportDetail      401   401     401       401      401      yes    403        yes         403       403      403
      checkoutList      401   401     401       401      401      yes    403        yes         403       403      yes
      payoutList        401   401     401       401      401      yes    403        yes         403       403      yes
      usdtPayoutList    401   401     401       401      401      403    403        403         yes       403      yes
      payoutCount       401   401     401       401      401      yes    403        yes         403       403      yes
      payoutTrail       401   401     401       401      401      yes    403        yes         yes       403      yes
      payoutNotify      401   401     401       401      401      yes    403        yes         403       403      yes
      usdtPayoutNotify  401   401     401       401      401      403    403        403         yes       403      yes
      payoutAction      401   401     401       401      401      yes    403        yes         403       403      yes
      payoutReceipt     401   401     401       401      401      yes    403        yes         403       403      yes
      notifyPlan        401   401     401       401      401      yes    403        yes         yes       403      yes
      simulatePayout    401   401     401       401      401      yes    403        403         403       403      yes
      exportPayout      401   401     401       401      401      yes    403        yes         yes       403      yes
      payinList         401   401     401       401      401      yes    yes        yes         403       403      yes
      usdtPayinList     401   401     401       401      401      403    403        403         yes       403      yes
      agentPayinList    401   401     401       401      401      403    403        403         403       yes      403
      agentPayoutList   401   401     401       401      401      403    403        403         403       yes      403
      payinCount        401   401     401       401      401      yes    yes        yes         403       403      yes
      payinTrail        401   401     401       401      401      yes    yes        yes         yes       403      yes
      changes           401   401     401       401      401      yes    yes        yes         yes       yes      yes
      lookUp            401   401     401       401      401      yes    yes        yes         yes       yes      yes
      vaNumber          401   401     401       401      401      yes    403        yes         403       403      yes
      payChannels       401   401     401       401      401      yes    yes        yes         yes       403      yes
      payinNotify       401   401     401       401      401      yes    403        yes         403       403      yes
      usdtPayinNotify   401   401     401       401      401      403    403        403         yes       403      yes
      reviewOrder       401   401     401       401      401      yes    403        yes         yes       403      yes
      addNote           401   401     401       401      401      yes    403        yes         yes       403      yes
      assignOrder       401   401     401       401      401      yes    403        yes         yes       403      yes
      people            401   401     401       401      401      yes    yes        yes         yes       403      yes
      payinAction       401   401     401       401      401      yes    403        yes         403       403      yes
      decidePayin       401   401     401       401      401      403    403        403         403       403      403
      simulatePayin     401   401     401       401      401      yes    403        403         403       403      yes
      exportPayin       401   401     401       401      401      yes    403        yes         yes       403      yes
      dashboardNow      401   401     401       401      401      yes    403        yes         yes       403      yes
      attention         401   401     401       401      401      yes    403        yes         yes       403      yes
      payinFlow         401   401     401       401      401      yes    403        yes         yes       403      yes
      callbackFlow      401   401     401       401      401      yes    403        yes         yes       403      yes
      trend             401   401     401       401      401      yes    403        yes         yes       403      yes
      balanceDays       401   401     401       401      401      yes    403        yes         yes       403      yes
      merchantTrends    401   401     401       401      401      403    403        403         403       yes      403
      platformHealth    401   401     401       401      401      403    403        403         403       403      yes
      enums             401   401     401       401      401      yes    yes        yes         yes       yes      yes
      notices           401   401     401       401      401      yes    yes        yes         yes       yes      yes
      events            401   401     401       401      401      yes    yes        yes         yes       yes      yes
      clearNotices      401   401     401       401      401      yes    yes        yes         yes       yes      yes
      views             401   401     401       401      401      yes    yes        yes         yes       yes      yes
      saveView          401   401     401       401      401      yes    yes        yes         yes       yes      yes
      removeView        401   401     401       401      401      yes    yes        yes         yes       yes      yes
      systemConfig      401   401     401       401      401      yes    yes        yes         yes       yes      yes
      dashboard         401   401     401       401      401      yes    403        yes         yes       403      yes
      dailyChart        401   401     401       401      401      yes    403        yes         yes       403      yes
      activities        401   401     401       401      401      yes    yes        yes         yes       yes      yes
      auditEvents       401   401     401       401      401      yes    yes        yes         yes       yes      yes
      agentDashboard    401   401     401       401      401      403    403        403         403       yes      403
      agentLatest       401   401     401       401      401      403    403        403         403       yes      403"
    `)
  })
})

test('these calls need no session', () => {
  const open = Object.entries<AnyCall>(calls).filter(([, { callers: who }]) => who === 'guest')
  expect(open.map(([name]) => name)).toMatchInlineSnapshot(`
    [
      "login",
      "loginOtp",
      "logout",
      "locale",
      "health",
      "demoAccounts",
      "pageView",
      "clientError",
      "exception",
      "metrics",
      "docs",
      "openPayin",
      "openPayout",
      "openOrder",
      "openBalance",
    ]
  `)
})

test('a full account of each kind has these permissions', () => {
  const keys = Object.keys({ ...MENU_PERMISSIONS, ...BUTTON_PERMISSIONS }) as Permission[]
  const lines = keys.map((key) => {
    const cells = KINDS.map((kind) =>
      (accountPermissions({ kind, permissionKeys: null }).includes(key) ? 'x' : '.').padEnd(kind.length),
    )
    return `${key.padEnd(22)}${cells.join(' ')}`.trimEnd()
  })
  expect([`${''.padEnd(22)}${KINDS.join(' ')}`, ...lines].join('\n')).toMatchInlineSnapshot(`
    "                      normal subMerchant umerchant delegate staff
    dashboard             x      x           .         x        x
    dashboard_usdt        .      .           x         .        .
    account_data          x      x           .         .        .
    account_daily         x      .           .         .        .
    account_detail        x      x           .         .        .
    account_withdraw      x      .           .         .        .
    account_transfer      x      .           .         .        .
    account_info          x      .           .         .        .
    account_recharge      x      .           .         .        .
    transaction           x      x           x         x        x
    payin                 x      x           x         x        x
    payout                x      x           x         x        x
    checkout_list         x      x           .         .        x
    recharge_list         x      .           .         .        x
    withdraw_list         x      .           .         .        x
    merchant_center       x      .           x         .        .
    merchant_info         x      .           x         .        .
    merchant_secret       x      .           x         .        .
    merchant_iplist       x      .           x         .        .
    merchant_sub          x      .           .         .        .
    dev_center            x      .           .         .        x
    simulation            x      .           .         .        x
    merchant_list         .      .           .         x        .
    plat_otp              .      .           .         .        x
    plat_gateway          .      .           .         .        x
    payin_notify          x      x           x         .        x
    payout_notify         x      x           x         .        x
    payin_action          x      x           .         .        x
    payout_action         x      x           .         .        x
    payin_export          x      x           x         .        x
    payout_export         x      x           x         .        x
    detail_export         x      x           .         .        .
    payout_receipt        x      x           .         .        x
    va_lookup             x      x           .         .        x
    withdraw_submit       x      .           .         .        .
    transfer_submit       x      .           .         .        .
    recharge_online       x      .           .         .        .
    recharge_offline      x      .           .         .        .
    sub_create            x      .           .         .        .
    sub_update            x      .           .         .        .
    secret_update         x      .           x         .        .
    secret_reset          x      .           x         .        .
    iplist_update         x      .           x         .        .
    otp_switch            x      .           x         .        .
    txn_password          x      .           x         .        .
    simulate_payin        x      .           .         .        x
    simulate_payout       x      .           .         .        x
    plat_reset_otp_status .      .           .         .        x
    plat_reset_otp_secret .      .           .         .        x
    plat_merchant_status  .      .           .         .        .
    plat_payin_exception  .      .           .         .        .
    softphone_call        .      .           .         .        x"
  `)
})

test('the menu list is a tree of the same permissions', () => {
  const keysIn = (items: readonly MenuItem[]): string[] =>
    items.flatMap(({ key, childrens = [] }) => [key, ...keysIn(childrens)])
  for (const kind of KINDS) {
    const { menus, buttons } = JSON.parse(menuListOf({ kind, permissionKeys: null })) as MenuList
    expect(new Set([...keysIn(menus), ...keysIn(buttons)])).toEqual(new Set(accountPermissions({ kind, permissionKeys: null })))
  }
})

test('a limited account sees the menu groups of its permissions', () => {
  const { menus, buttons, TYPE, exact } = JSON.parse(
    menuListOf({ kind: 'normal', permissionKeys: ['payin', 'payin_notify'] }),
  ) as MenuList
  expect(exact).toBe(true)
  expect(menus).toEqual([{ key: 'transaction', childrens: [{ key: 'payin', childrens: [] }] }])
  expect(buttons).toEqual([{ key: 'payin_notify', childrens: [] }])
  expect(TYPE).toEqual(['NORMAL'])
})

test('permissions of another kind cannot be granted, grantable ones can', () => {
  expect(accountPermissions({ kind: 'normal', permissionKeys: ['payin', 'plat_otp', 'softphone_call'] })).toEqual([
    'payin',
    'softphone_call',
  ])
})
