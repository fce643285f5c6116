import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { isPermitted } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { GUEST } from '#contract/authority.ts'
import { KINDS, permissionsFor } from '../accounts.ts'

const MARKS = { normal: 'normal', subMerchant: 'sub', umerchant: 'usdt', delegate: 'agent', staff: 'staff' } as const

/** Only who is asking counts here; where he is does not. */
const by = (permissions: readonly string[], hiddenMenus: readonly string[] = []) =>
  ({ permissions, hiddenMenus }) as unknown as Scope

const who = (id: string): string =>
  KINDS.filter((kind) => {
    const command = commands.find((one) => one.id === id)!
    const isOwn = !(command.when ?? []).includes('account.own') || kind !== 'staff'
    return isPermitted(command, by(permissionsFor(kind))) && isOwn
  })
    .map((kind) => MARKS[kind])
    .join(' ')

test('who may run what', () => {
  const lines = commands.map(({ id }) => `${id.padEnd(24)} ${who(id) === Object.values(MARKS).join(' ') ? 'all' : who(id)}`)
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "nav.txn.payin            normal staff
    nav.txn.payout           normal staff
    nav.txn.checkout         normal staff
    nav.txnSub.payin         sub
    nav.txnSub.payout        sub
    nav.txnSub.checkout      sub
    nav.usdt.payin           usdt staff
    nav.usdt.payout          usdt staff
    nav.payinA               agent
    nav.payoutA              agent
    nav.exception.trigger    all
    nav.exception.403        all
    nav.exception.404        all
    nav.exception.500        all
    row.open                 all
    row.openTab              all
    row.peek                 all
    row.actions              all
    cell.enter               all
    row.filterLike           all
    row.filterUnlike         all
    row.copyOrderNo          all
    row.copyRow              all
    copy.link                all
    copy.cell                all
    copy.smart               all
    speak.where              all
    detail.next              all
    detail.prev              all
    detail.full              all
    tab.next                 all
    tab.prev                 all
    sel.toggle               all
    sel.down                 all
    sel.up                   all
    list.selectAll           all
    list.clearSelection      all
    list.sum                 all
    list.notifySelected      normal sub usdt staff
    list.retrySelected       normal sub staff
    order.jump               all
    order.jumpPayin          all
    order.jumpPayout         all
    order.byVa               normal sub staff
    payin.notify             normal sub staff
    usdt.payin.notify        usdt staff
    payin.check              normal sub staff
    payin.close              normal sub staff
    simulate.payin           normal staff
    payout.notify            normal sub staff
    usdt.payout.notify       usdt staff
    payout.check             normal sub staff
    payout.cancel            normal sub staff
    payout.retry             normal sub staff
    payout.receipt           normal sub staff
    simulate.payout          normal staff
    checkout.copyLink        normal sub staff
    checkout.openLink        normal sub staff
    checkout.openOrder       normal sub staff
    find.amount              all
    find.account             normal sub usdt staff
    find.name                normal sub staff
    find.days                all
    export.payin             normal sub usdt staff
    export.payout            normal sub usdt staff
    list.export              normal sub usdt staff
    list.focusFilter         all
    list.editFilter          all
    list.filter              all
    list.submit              all
    list.resetFilters        all
    list.status              all
    range.last7              all
    range.today              all
    range.week               all
    range.month              all
    range.year               all
    list.refresh             all
    list.sort                all
    sort.toggle              all
    sort.clear               all
    list.next                all
    list.prev                all
    list.first               all
    list.last                all
    list.goto                all
    list.toRow               all
    list.pageSize            all
    list.columns             all
    col.widen                all
    col.narrow               all
    density                  all
    copy.query               all
    row.next                 all
    row.prev                 all
    row.first                all
    row.last                 all
    row.pageDown             all
    row.pageUp               all
    cell.next                all
    cell.prev                all
    cell.first               all
    cell.last                all
    account.balance          normal sub usdt
    account.copyBalance      normal sub usdt
    nav.back                 all
    nav.recents              all
    nav.address              all
    palette.toggle           all
    palette.commands         all
    palette.orders           all
    escape                   all
    notices.open             all
    notices.refresh          all
    notices.clear            all
    notices.log              all
    locale.zh                all
    locale.en                all
    locale.id                all
    locale.vi                all
    theme.system             all
    theme.light              all
    theme.dark               all
    layout.toggleSidebar     all
    options.reload           all
    help.keys                all
    help.toggleShortcuts     all
    help.chordLimit          all
    help.about               all
    session.logout           all"
  `)
})

test('a guest finds the languages and nothing else', () => {
  const found = commands.filter(
    (command) => isPermitted(command, by(GUEST)) && !(command.when ?? []).includes('signedIn') && command.listing !== 'key',
  )
  const anywhere = found.filter(({ when = [] }) => when.length === 0).map(({ id }) => id)
  expect(anywhere).toEqual(['locale.zh', 'locale.en', 'locale.id', 'locale.vi'])
})

test('an account whose menu list names no menu goes where its authority leads, and acts by its keys', () => {
  const allowed = (id: string) => isPermitted(commands.find((one) => one.id === id)!, by(['user', 'normal', 'payin_notify']))
  expect(['nav.txn.payin', 'order.jump', 'payin.notify'].map(allowed)).toEqual([true, true, true])
  expect(['nav.payinA', 'payin.close', 'export.payin'].map(allowed)).toEqual([false, false, false])
})

test('a menu entry that the gateway hides takes its command with it, and the right stays', () => {
  const goTo = commands.find(({ id }) => id === 'nav.txn.payin')!
  expect(isPermitted(goTo, by(permissionsFor('normal')))).toBe(true)
  expect(isPermitted(goTo, by(permissionsFor('normal'), ['payin']))).toBe(false)
})
