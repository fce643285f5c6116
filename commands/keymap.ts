import { type FamilyId, families } from './families.ts'
import type { CommandId } from './index.ts'

/** What the palette does by itself with a key; it is no command, because it means nothing elsewhere. */
export type PaletteGesture =
  | 'pal.next'
  | 'pal.prev'
  | 'pal.page+'
  | 'pal.page-'
  | 'pal.first'
  | 'pal.last'
  | 'pal.run'
  | 'pal.runTab'
  | 'pal.keep'
  | 'pal.into'
  | 'pal.back'
  | 'pal.esc'
  | 'pal.copyLink'

/** What a key means: a command, a family of them, a digit of a count, or a gesture of the palette. */
export type Binding = CommandId | FamilyId | 'count' | PaletteGesture

/** Where the focus is. Keys of a layer come before the global ones; `form` and `dialog` keep theirs to themselves. */
export type Layer = 'global' | 'grid' | 'detail' | 'form' | 'dialog' | 'palette'

/** Layer -> keys -> what they mean. The only place that names keys. Chords are written with a space between their keys. */
export const keymap = {
  global: {
    'mod+k': 'palette.toggle',
    'mod+/': 'help.keys',
    escape: 'escape',
    '?': 'help.keys',
    ':': 'palette.commands',
    '#': 'palette.orders',
    '/': 'list.focusFilter',
    'g i': 'go.payin',
    'g o': 'go.payout',
    'g k': 'go.checkout',
    'g n': 'notices.open',
  },
  grid: {
    arrowdown: 'row.next',
    j: 'row.next',
    arrowup: 'row.prev',
    k: 'row.prev',
    arrowright: 'cell.next',
    l: 'cell.next',
    arrowleft: 'cell.prev',
    h: 'cell.prev',
    home: 'cell.first',
    end: 'cell.last',
    'mod+home': 'row.first',
    'g g': 'row.first',
    'mod+end': 'row.last',
    G: 'row.last',
    pagedown: 'row.pageDown',
    pageup: 'row.pageUp',
    enter: 'row.open',
    'mod+enter': 'row.openTab',
    p: 'row.peek',
    f2: 'cell.enter',
    space: 'sel.toggle',
    x: 'sel.toggle',
    'shift+space': 'sel.toggle',
    'shift+arrowdown': 'sel.down',
    J: 'sel.down',
    'shift+arrowup': 'sel.up',
    K: 'sel.up',
    'mod+a': 'list.selectAll',
    a: 'row.actions',
    'shift+f10': 'row.actions',
    contextmenu: 'row.actions',
    w: 'order.notify',
    i: 'payout.receipt',
    'v r': 'payout.receipt',
    'v a': 'order.byVa',
    r: 'list.refresh',
    E: 'list.export',
    f: 'list.editFilter',
    F: 'row.filterLike',
    '-': 'row.filterUnlike',
    '+': 'list.sum',
    '[': 'list.prev',
    ']': 'list.next',
    ';': 'speak.where',
    'y y': 'row.copyOrderNo',
    'y r': 'row.copyRow',
    'y l': 'copy.link',
    'y c': 'copy.cell',
    'y q': 'copy.query',
    'mod+c': 'copy.smart',
    's s': 'sort.toggle',
    's x': 'sort.clear',
    't t': 'range.today',
    't w': 'range.week',
    't m': 'range.month',
    't y': 'range.year',
    't 7': 'range.last7',
    'z c': 'list.columns',
    'z w': 'col.widen',
    'z n': 'col.narrow',
    'z d': 'density',
    0: 'count',
    1: 'count',
    2: 'count',
    3: 'count',
    4: 'count',
    5: 'count',
    6: 'count',
    7: 'count',
    8: 'count',
    9: 'count',
  },
  detail: {
    j: 'detail.next',
    k: 'detail.prev',
    w: 'order.notify',
    i: 'payout.receipt',
    'v r': 'payout.receipt',
    a: 'row.actions',
    o: 'detail.full',
    '[': 'tab.prev',
    ']': 'tab.next',
    ';': 'speak.where',
    'y y': 'row.copyOrderNo',
    'y r': 'row.copyRow',
    'y l': 'copy.link',
  },
  palette: {
    arrowdown: 'pal.next',
    arrowup: 'pal.prev',
    // The habit of a Mac's text fields; elsewhere Ctrl is what `mod` stands for.
    'ctrl+n': 'pal.next',
    'ctrl+p': 'pal.prev',
    pagedown: 'pal.page+',
    pageup: 'pal.page-',
    'mod+arrowdown': 'pal.last',
    'mod+arrowup': 'pal.first',
    enter: 'pal.run',
    'mod+enter': 'pal.runTab',
    'shift+enter': 'pal.keep',
    tab: 'pal.into',
    'shift+tab': 'pal.back',
    backspace: 'pal.back',
    escape: 'pal.esc',
    'mod+k': 'palette.toggle',
    'mod+c': 'pal.copyLink',
  },
} as const satisfies Partial<Record<Layer, Readonly<Record<string, Binding>>>>

const bindings: readonly [keys: string, binding: Binding][] = Object.values(keymap).flatMap(
  (layer) => Object.entries(layer) as [string, Binding][],
)

const meant = (binding: Binding): readonly string[] => (binding in families ? families[binding as FamilyId] : [binding])

const keysById = new Map<string, readonly string[]>()
for (const [keys, binding] of bindings) {
  for (const id of meant(binding)) keysById.set(id, [...new Set([...(keysById.get(id) ?? []), keys])])
}

/** The keys that run a command, by itself or as one of a family, as text such as `g i`; the one to show first. */
export const keysFor = (id: CommandId): readonly string[] => keysById.get(id) ?? []
