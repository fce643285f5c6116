import type { Page } from 'playwright-core'

/** What shows that a command ran: the address, an element that appears, or a call to the gateway. */
export type Effect = RegExp | string | { readonly call: string } | ((page: Page) => Promise<boolean>)

/** A walk over controls, from one address and after some keys. Elements are selectors by role and accessible name. */
export interface Walk {
  /** Default: the merchant. */
  as?: 'agent' | 'staff'
  at: string
  keys?: string
  /** The controls that are pressed one after the other, and the effect of the last one. */
  presses: readonly (readonly [commands: string, controls: string | readonly string[], effect: Effect])[]
}

const button = (name: RegExp) => `role=button[name=${name}]`
const item = (name: RegExp) => `role=menuitem[name=${name}]`
const ACCOUNT_MENU = button(/^Account menu/)
const inAccountMenu = (name: RegExp) => [ACCOUNT_MENU, item(name)]
const SELECTION = 'role=region[name="Selected rows"]'
const RECORD = 'role=region[name="Record"]'
const PALETTE = '[cmdk-list]'
const COPIED = 'role=dialog >> text=/copied/i'

const isGone =
  (selector: string): Effect =>
  async (page) =>
    (await page.locator(selector).count()) === 0

const AT_FIRST_ROW: Effect = (page) => Promise.resolve(!/[?&]at=/.test(page.url()))

/** Whether the text of the palette is this. */
const hasTyped =
  (text: string): Effect =>
  async (page) =>
    (await page.locator('role=dialog >> role=combobox').inputValue()) === text

const PAYIN = '/transaction/payin'

/** The controls of the screens, those of a merchant first. */
export const WALKS: readonly Walk[] = [
  {
    at: PAYIN,
    presses: [
      ['palette.toggle', button(/^Order number or command/), PALETTE],
      ['notices.open', button(/notices?$/), 'role=dialog[name="Notices"]'],
      ['theme.dark', [ACCOUNT_MENU, 'role=menuitemradio[name="Dark"]'], 'html[data-theme="dark"]'],
      ['theme.light', [ACCOUNT_MENU, 'role=menuitemradio[name="Light"]'], 'html[data-theme="light"]'],
      ['theme.system', [ACCOUNT_MENU, 'role=menuitemradio[name="System"]'], 'html:not([data-theme])'],
      ['help.keys', inAccountMenu(/^Keyboard shortcuts/), 'role=dialog[name="Keyboard shortcuts"]'],
      ['help.about', inAccountMenu(/^About/), 'role=dialog[name=/^About/]'],
      ['locale.zh', button(/^中文$/), 'html[lang^="zh"]'],
      ['locale.en', button(/^English$/), 'html[lang="en"]'],
      ['nav.settings.preferences', inAccountMenu(/^Preferences/), /^\/settings\/preferences/],
      ['nav.settings.history', inAccountMenu(/^Command history/), /^\/settings\/history/],
      ['nav.settings.password', inAccountMenu(/^Change password/), /^\/settings\/password/],
      ['nav.settings.txnPassword', inAccountMenu(/^Change transaction password/), /^\/settings\/txn-password/],
    ],
  },
  {
    at: PAYIN,
    presses: [
      ['list.refresh', button(/^Refresh$/), { call: PAYIN }],
      ['density', button(/^Change row height$/), 'html[data-density="compact"]'],
      ['density', button(/^Change row height$/), 'html:not([data-density="compact"])'],
      ['row.last', button(/^Last row$/), /[?&]at=/],
      ['row.first', button(/^First row$/), AT_FIRST_ROW],
      ['row.pageDown', button(/^One screen down$/), /[?&]at=/],
      ['row.pageUp', button(/^One screen up$/), AT_FIRST_ROW],
      ['list.submit', button(/^Search$/), { call: PAYIN }],
      ['list.columns', button(/^Choose columns$/), 'role=dialog[name="Columns"]'],
      ['list.sort sort.toggle', button(/^Amount$/), /sort=payAmount/],
      ['list.selectAll', 'role=checkbox[name="Select loaded rows"]', SELECTION],
      ['list.clearSelection', button(/^Clear/), isGone(SELECTION)],
      ['sel.toggle', 'role=checkbox[name="Select row"]', SELECTION],
    ],
  },
  {
    at: `${PAYIN}?status=SUCCESS`,
    presses: [
      ['row.actions', button(/^Row actions$/), 'role=menu'],
      ['list.resetFilters', button(/^Reset$/), (page) => Promise.resolve(!page.url().includes('SUCCESS'))],
      ['view.save', button(/^Save view/), '[placeholder="View name"]'],
      ['list.export', button(/^Export/), 'role=dialog >> text=/export/i'],
      ['reconcile.start', [button(/^More|^Page actions/), item(/^Reconcile a statement/)], /^\/reconcile/],
    ],
  },
  {
    at: `${PAYIN}?status=SUCCESS`,
    keys: 'x J',
    presses: [
      ['copy.smart', button(/^Copy\b/), COPIED],
      ['list.sum', button(/^Sum$/), 'role=region[name="Sum of the selection"]'],
      ['sum.solve', button(/^Sum to/), '[placeholder="Target amount"]'],
      ['list.notifySelected', button(/^Notify/), 'text=Notify selected orders'],
      ['list.exportSelected', button(/^Export selected/), 'role=dialog >> text=/export/i'],
      ['sel.only', button(/^Show only these/), /platOrderNo=/],
    ],
  },
  {
    at: `${PAYIN}?status=SUCCESS`,
    keys: 'x',
    presses: [['list.reconcileSelected', button(/^Mark reconciled/), 'text=Mark selected orders as reconciled']],
  },
  {
    at: `${PAYIN}?status=SUCCESS`,
    keys: 'Enter',
    presses: [
      ['tab.next tab.prev', 'role=tab[name="Timeline"]', 'role=tab[name="Timeline"][selected]'],
      ['order.reconcile', `${RECORD} >> ${button(/^Mark reconciled/)}`, 'role=dialog >> text=/reconciled/i'],
      ['detail.full', button(/^Full page$/), /view=full/],
      ['escape', `${RECORD} >> ${button(/^Close record$/)}`, isGone(RECORD)],
    ],
  },
  ...(
    [
      ['row.open', /^Open detail/, RECORD],
      ['row.copyOrderNo', /^Copy order number/, COPIED],
      ['row.copyRow', /^Copy row/, COPIED],
      ['copy.link', /^Copy link/, COPIED],
      ['row.filterLike', /^Filter by this value/, /rderNo=/],
      ['order.dispute', /^Flag a discrepancy/, '[placeholder^="What doesn"]'],
    ] as const
  ).map(([command, name, effect]) => rowMenu(`${PAYIN}?status=SUCCESS`, command, name, effect)),
  rowMenu(`${PAYIN}?status=SUCCESS`, 'order.note', /^Add a note/, '[placeholder="Note"]'),
  rowMenu(`${PAYIN}?status=SUCCESS`, 'order.assign', /^Assign to a colleague/, '[placeholder="Assign to"]'),
  rowMenu(`${PAYIN}?status=PENDING&dates=all`, 'payin.close', /^Close payin/, PALETTE_OR_DIALOG()),
  rowMenu(`${PAYIN}?status=PENDING&dates=all`, 'simulate.payin', /^Simulate payin/, PALETTE_OR_DIALOG()),
  rowMenu(
    '/transaction/payout?status=SUCCESS&dates=all',
    'payout.receipt',
    /^View payout receipt/,
    'role=dialog[name=/receipt/i]',
  ),
  rowMenu('/transaction/payout?status=FAILED&dates=all', 'payout.retry', /^Retry payout/, PALETTE_OR_DIALOG()),
  rowMenu('/transaction/checkout-list?dates=all', 'checkout.copyLink', /^Copy checkout link/, COPIED),
  rowMenu(
    '/transaction/checkout-list?dates=all',
    'checkout.openOrder',
    /^Open payin of this checkout/,
    /^\/transaction\/payin/,
  ),
  rowMenu('/transaction/withdraw?dates=all', 'withdraw.repeat', /^Repeat withdrawal/, /^\/account\/withdraw/),
  rowMenu('/transaction/withdraw?dates=all', 'row.copyNumber', /^Copy number/, COPIED),
  rowMenu('/account/transfer-merchant?dates=all', 'transfer.repeat', /^Repeat transfer/, /^\/account\/transfer-merchant/),
  rowMenu('/account/detail?dates=all', 'entry.openOrder', /^Open related order or record/, /^\/(transaction|account)\//),
  rowMenu('/account/daily', 'day.detail', /^Account detail of that day/, /^\/account\/detail/),
  rowMenu('/account/daily', 'day.payin', /^Payins of that day/, /^\/transaction\/payin/),
  rowMenu('/account/daily', 'day.payout', /^Payouts of that day/, /^\/transaction\/payout/),
  rowMenu('/merchant/subMerchant', 'sub.payin', /^Payins of this merchant/, /^\/transaction\/payin/),
  rowMenu('/merchant/subMerchant', 'sub.payout', /^Payouts of this merchant/, /^\/transaction\/payout/),
  rowMenu('/merchant/subMerchant', 'sub.update', /^Change sub-merchant/, 'role=dialog'),
  {
    at: '/merchant/subMerchant',
    presses: [['sub.create', button(/^Create sub-merchant/), /subMerchant\/create|do=/]],
  },
  { at: '/transaction/recharge', presses: [['recharge.online', button(/^New recharge/), /^\/account\/recharge/]] },
  { at: '/transaction/withdraw', presses: [['withdraw.start', button(/^New withdrawal/), /^\/account\/withdraw/]] },
  { at: '/account/info', presses: [['recharge.offline', button(/^Offline recharge/), /mode=offline/]] },
  { at: '/account/info', presses: [['transfer.start', button(/^Transfer to merchant/), /^\/account\/transfer-merchant/]] },
  { at: '/account/daily', presses: [['nav.account.info', button(/^Account info/), /^\/account\/info/]] },
  { at: '/account/withdraw', presses: [['nav.txn.withdraw', button(/^Withdraw detail/), /^\/transaction\/withdraw/]] },
  { at: '/account/recharge?mode=online', presses: [['form.second', 'role=tab[name=/^Offline/]', /mode=offline/]] },
  { at: '/account/recharge?mode=offline', presses: [['form.first', 'role=tab[name=/^Online/]', /mode=online/]] },
  { at: '/merchant/info', presses: [['otp.on', button(/^Turn on$/), 'role=dialog[name=/two-step/]']] },
  { at: '/merchant/secret', presses: [['secret.reveal', button(/^Reveal$/), 'role=dialog[name="Reveal secret"]']] },
  { at: '/merchant/secret', presses: [['secret.reset', button(/^Reset secret$/), 'role=dialog[name="Reset secret"]']] },
  { at: '/merchant/secret', presses: [['secret.resetPair', button(/^Generate key pair$/), 'role=dialog']] },
  { at: '/merchant/secret', presses: [['secret.signing', button(/^Require header$/), 'role=dialog']] },
  {
    at: '/dashboard',
    presses: [
      ['chart.table', button(/^Show as table/), button(/^Show as chart/)],
      ['chart.table', button(/^Show as chart/), button(/^Show as table/)],
      ['chart.next chart.prev', 'role=tab[name="Count"]', 'role=tab[name="Count"][selected]'],
    ],
  },
  {
    at: '/settings/preferences',
    presses: [
      ['locale.id', 'role=radio[name="Bahasa Indonesia"]', 'html[lang="id"]'],
      ['locale.vi', 'role=radio[name="Tiếng Việt"]', 'html[lang="vi"]'],
      ['locale.es', 'role=radio[name="Español"]', 'html[lang="es"]'],
      ['locale.en', 'role=radio[name="English"]', 'html[lang="en"]'],
      ['help.chordLimit', 'role=radio[name="5 seconds"]', 'role=radio[name="5 seconds"][checked]'],
      ['help.chordLimit', 'role=radio[name="No limit"]', 'role=radio[name="No limit"][checked]'],
      [
        'help.toggleShortcuts',
        'role=group[name="Single-key shortcuts"] >> role=radio[name="Off"]',
        'role=radio[name="Off"][checked]',
      ],
      [
        'help.toggleShortcuts',
        'role=group[name="Single-key shortcuts"] >> role=radio[name="On"]',
        'role=radio[name="On"][checked]',
      ],
      ['layout.toggleSidebar', button(/^Collapse side bar$/), button(/^Expand side bar$/)],
      ['layout.toggleSidebar', button(/^Expand side bar$/), button(/^Collapse side bar$/)],
    ],
  },
  {
    at: PAYIN,
    presses: [
      [
        'list.status',
        ['role=combobox[name="Status: Any"]', 'role=option[name="Success"]'],
        'role=combobox[name="Status: Success"]',
      ],
      ['palette.commands', [button(/^Order number or command/), `role=dialog >> ${button(/commands$/)}`], hasTyped(':')],
      ['palette.orders', [button(/^Order number or command/), `role=dialog >> ${button(/orders$/)}`], hasTyped('#')],
      ...(
        [
          ['range.today', 'Today'],
          ['range.last7', 'Last 7 days'],
          ['range.week', 'This week'],
          ['range.month', 'This month'],
          ['range.year', 'This year'],
        ] as const
      ).map(([command, name]) => range(command, name)),
    ],
  },
  {
    at: `${PAYIN}?sort=payAmount.desc`,
    presses: [['sort.clear', button(/^Amount$/), (page) => Promise.resolve(!page.url().includes('sort='))]],
  },
  {
    at: '/merchant/subMerchant',
    presses: [['sub.quickAdd', [button(/^More|^Page actions/), item(/^Quick add/)], 'role=dialog[name=/^Quick add/]']],
  },
  { at: '/merchant/iplist', presses: [['iplist.addApi', button(/^Add API IP/), PALETTE_OR_DIALOG()]] },
  { at: '/dashboard', presses: [['help.dismissGettingStarted', button(/^Dismiss/), isGone(button(/^Dismiss/))]] },
  ...(
    [
      ['/merchant-list-a', 'merchant.payin', /^Payins of this merchant/, /^\/transaction\/payin-a/],
      ['/merchant-list-a', 'merchant.payout', /^Payouts of this merchant/, /^\/transaction\/payout-a/],
      ['/dashboard-a', 'agent.payins', /^Payins of this day/, /^\/transaction\/payin-a/],
      ['/dashboard-a', 'agent.payouts', /^Payouts of this day/, /^\/transaction\/payout-a/],
      ['/dashboard-a', 'agent.merchant', /^Open this merchant/, /^\/merchant-list-a/],
    ] as const
  ).map(([at, command, name, effect]): Walk => ({ ...rowMenu(at, command, name, effect), as: 'agent' })),
  { as: 'agent', at: '/dashboard-a', presses: [range('agent.range', 'This week')] },
  { as: 'staff', at: '/plat/otp', presses: [['nav.plat.gateway', button(/^Check this gateway/), /^\/plat\/gateway/]] },
]

function range(command: string, name: string): Walk['presses'][number] {
  return [command, [button(/^Date Range/), `role=dialog >> text="${name}"`], button(new RegExp(`^Date Range: ${name}`))]
}

function PALETTE_OR_DIALOG(): Effect {
  return `${PALETTE}, [data-layer="palette"], [data-layer="dialog"]`
}

function rowMenu(at: string, command: string, name: RegExp, effect: Effect): Walk {
  return { at, keys: 'a', presses: [[command, item(name), effect]] }
}

/** The commands that the walks press. */
export const pressedCommands: readonly string[] = WALKS.flatMap(({ presses }) => presses.flatMap(([ids]) => ids.split(' ')))
