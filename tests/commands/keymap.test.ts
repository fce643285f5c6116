import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { keyAliases } from '#commands/keyboard/keyAliases.ts'
import { createActiveKeymap, keymap } from '#commands/keyboard/keymap.ts'
import { RESERVED, WITH_ALT } from '#commands/keyboard/remap.ts'

const layers = Object.keys(keymap) as (keyof typeof keymap)[]
const keysOf = (layer: keyof typeof keymap) => Object.keys(keymap[layer])

const firstOf = (keys: string): string[] => {
  const parts = keys.split(' ')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join(' '))
}

test('The keymap uses no reserved keys and no letters with Alt', () => {
  const pressed = layers.flatMap(keysOf).flatMap((keys) => keys.split(' '))
  expect(pressed.filter((key) => RESERVED.has(key) || WITH_ALT.test(key))).toEqual([])
})

test('A layer and the global layer together have no duplicate keys and no key that is the prefix of another', () => {
  for (const layer of layers) {
    const own = keysOf(layer)
    const all = layer === 'global' ? own : [...own, ...keysOf('global').filter((keys) => !own.includes(keys))]
    const written = all.map((keys) =>
      keys.toLowerCase() === keys || keys.length === 1 || keys.includes(' ') ? keys : `${keys} has capitals`,
    )
    expect(new Set(written)).toEqual(new Set(all))
    expect(all.flatMap(firstOf).filter((start) => all.includes(start))).toEqual([])
  }
})

test('Chords use no modifiers', () => {
  const chords = layers.flatMap(keysOf).filter((keys) => keys.includes(' '))
  expect(chords.filter((keys) => keys.includes('+'))).toEqual([])
})

test('Every binding names a command or an alias for several commands', () => {
  const ids = new Set(commands.map(({ id }) => id))
  const bound = layers.flatMap((layer) => Object.values(keymap[layer]) as string[])
  const unknown = bound.filter((id) => !ids.has(id) && !(id in keyAliases) && id !== 'count' && !/^(pal|combo)\./.test(id))
  expect(unknown).toEqual([])
  expect(
    Object.values(keyAliases)
      .flat()
      .filter((id) => !ids.has(id)),
  ).toEqual([])
})

test('The keys of a command include those of its aliases', () => {
  const { keysFor } = createActiveKeymap()
  expect(keysFor('palette.toggle')).toEqual(['mod+k'])
  expect(keysFor('row.next')).toEqual(['arrowdown', 'j'])
  expect(keysFor('nav.payinA')).toEqual(['g i'])
  expect(keysFor('usdt.payin.notify')).toEqual(['w'])
  expect(keysFor('account.balance')).toEqual([])
})

test('The keymap matches its snapshot', () => {
  const line = (layer: keyof typeof keymap) =>
    Object.entries(keymap[layer])
      .filter(([, id]) => id !== 'count')
      .map(([keys, id]) => `${keys} ${id}`)
      .join(', ')
  expect(layers.map((layer) => `${layer}: ${line(layer)}`)).toMatchInlineSnapshot(`
    [
      "global: mod+k palette.toggle, mod+/ help.keys, mod+z undo.last, mod+shift+z redo, escape escape, ? help.keys, : palette.commands, # palette.orders, / list.focusFilter, g d go.dashboard, g i go.payin, g o go.payout, g k go.checkout, g r go.rechargeList, g w go.withdrawList, g a go.accountDetail, g y go.accountDaily, g m go.merchant, g s go.secret, g p go.iplist, g u go.subMerchants, g x go.simulation, g b go.balance, g n notices.open, g e reconcile.start, g h nav.settings.history, g j nav.runs, g , nav.settings.preferences, g l view.pick, X help.dismissGettingStarted, n s sub.create, n r recharge.online, n o recharge.offline, n w withdraw.start, n t transfer.start, u undo.last, f8 hold.takeBack, mod+shift+enter softphone.answer, mod+shift+backspace call.end, c c softphone.call, c m softphone.mute",
      "page: arrowright figure.next, l figure.next, arrowleft figure.prev, h figure.prev, arrowdown figure.down, j figure.down, arrowup figure.up, k figure.up, r dashboard.refresh, T chart.table, [ chart.prev, ] chart.next",
      "statement: 0 reconcile.all, 1 reconcile.bucket1, 2 reconcile.bucket2, 3 reconcile.bucket3, 4 reconcile.bucket4, 5 reconcile.bucket5, 6 reconcile.bucket6, 7 reconcile.bucket7, 8 reconcile.bucket8, o reconcile.openOnly, = reconcile.solve, - reconcile.refuse, m reconcile.amount, E reconcile.export, v o reconcile.openOrders",
      "grid: arrowdown row.next, j row.next, arrowup row.prev, k row.prev, arrowright cell.next, l cell.next, arrowleft cell.prev, h cell.prev, home cell.first, end cell.last, mod+home cell.start, g g row.first, mod+end cell.end, G row.last, pagedown row.pageDown, pageup row.pageUp, enter row.open, mod+enter row.openTab, p row.peek, f2 cell.enter, space sel.toggle, x sel.toggle, shift+space sel.toggle, shift+arrowdown sel.down, J sel.down, shift+arrowup sel.up, K sel.up, mod+a list.selectAll, a row.actions, w order.notify, i record.receipt, v r record.receipt, e row.done, d row.flag, n n note.add, m m assign.me, m p assign.person, m x assign.none, . repeat, { change.prev, } change.next, ; speak.where, y y copy.number, y r row.copyRow, y l copy.link, t t range.today, t w range.week, t m range.month, t y range.year, t 7 range.last7, shift+f10 row.actions, contextmenu row.actions, v a order.byVa, r list.refresh, E list.export, f list.editFilter, F row.filterLike, - row.filterUnlike, + list.sum, = sum.solve, > sum.next, < sum.prev, [ list.prev, ] list.next, y c copy.cell, y q copy.query, mod+c copy.smart, s s sort.toggle, s x sort.clear, s i list.invertSelection, s l list.selectLike, c d list.compare, v s view.save, v v view.pick, v u view.update, v o sel.only, z c list.columns, z w col.widen, z n col.narrow, z d density",
      "detail: j detail.next, k detail.prev, a row.actions, w order.notify, i record.receipt, v r record.receipt, e row.done, d row.flag, n n note.add, m m assign.me, m p assign.person, m x assign.none, . repeat, { change.prev, } change.next, ; speak.where, y y copy.number, y r row.copyRow, y l copy.link, t t range.today, t w range.week, t m range.month, t y range.year, t 7 range.last7, o detail.full, [ tab.prev, ] tab.next",
      "form: 1 form.first, 2 form.second, mod+enter form.submit, alt+arrowdown combo.open, alt+arrowup combo.close, mod+arrowup form.refill, k form.check",
      "palette: arrowdown pal.next, arrowup pal.prev, ctrl+n pal.next, ctrl+p pal.prev, pagedown pal.page+, pageup pal.page-, mod+arrowdown pal.last, mod+arrowup pal.first, enter pal.run, mod+enter pal.runTab, shift+enter pal.keep, tab pal.into, shift+tab pal.back, backspace pal.back, escape pal.esc, mod+k palette.toggle, mod+c pal.copyLink",
    ]
  `)
})
