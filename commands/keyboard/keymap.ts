import type { CommandId } from '../index.ts'
import { type KeyAlias, keyAliases } from './keyAliases.ts'

const paletteKeys = {
  arrowdown: 'pal.next',
  arrowup: 'pal.prev',
  // Emacs keys of macOS text fields. Elsewhere Ctrl is `mod`.
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
} as const

/** Keys handled inside the palette. They are not commands, because they have no meaning elsewhere. */
export type PaletteGesture = Exclude<(typeof paletteKeys)[keyof typeof paletteKeys], CommandId>

/** Keys handled inside a combo box. */
export type FieldGesture = 'combo.open' | 'combo.close'

/** What a key is bound to: a command, an alias for several, a digit of a count, or a gesture of the palette or of a field. */
export type Binding = CommandId | KeyAlias | 'count' | PaletteGesture | FieldGesture

/** Where the focus is. Keys of a layer take precedence over global ones. Printable keys are no shortcuts while text is being typed. */
export type Layer = 'global' | 'page' | 'statement' | 'grid' | 'detail' | 'form' | 'dialog' | 'palette'

/** Keys of a row, in the list and in its detail. */
const ROW_KEYS = {
  a: 'row.actions',
  w: 'order.notify',
  i: 'record.receipt',
  'v r': 'record.receipt',
  e: 'row.done',
  d: 'row.flag',
  'n n': 'note.add',
  'm m': 'assign.me',
  'm p': 'assign.person',
  'm x': 'assign.none',
  '.': 'repeat',
  '{': 'change.prev',
  '}': 'change.next',
  ';': 'speak.where',
  'y y': 'copy.number',
  'y r': 'row.copyRow',
  'y l': 'copy.link',
  't t': 'range.today',
  't w': 'range.week',
  't m': 'range.month',
  't y': 'range.year',
  't 7': 'range.last7',
} as const

/**
 * Layer -> keys -> binding, before the user's changes. The only place that names keys. The keys of a chord are separated by a
 * space.
 */
export const keymap = {
  global: {
    'mod+k': 'palette.toggle',
    'mod+/': 'help.keys',
    'mod+z': 'undo.last',
    'mod+shift+z': 'redo',
    escape: 'escape',
    '?': 'help.keys',
    ':': 'palette.commands',
    '#': 'palette.orders',
    '/': 'list.focusFilter',
    'g d': 'go.dashboard',
    'g i': 'go.payin',
    'g o': 'go.payout',
    'g k': 'go.checkout',
    'g r': 'go.rechargeList',
    'g w': 'go.withdrawList',
    'g a': 'go.accountDetail',
    'g y': 'go.accountDaily',
    'g m': 'go.merchant',
    'g s': 'go.secret',
    'g p': 'go.iplist',
    'g u': 'go.subMerchants',
    'g x': 'go.simulation',
    'g b': 'go.balance',
    'g n': 'notices.open',
    'g e': 'reconcile.start',
    'g h': 'nav.settings.history',
    'g j': 'nav.runs',
    'g ,': 'nav.settings.preferences',
    'g l': 'view.pick',
    X: 'help.dismissGettingStarted',
    'n s': 'sub.create',
    'n r': 'recharge.online',
    'n o': 'recharge.offline',
    'n w': 'withdraw.start',
    'n t': 'transfer.start',
    u: 'undo.last',
    // These also work inside a text field: a held movement leaves within seconds, and a call does not wait.
    f8: 'hold.takeBack',
    'mod+shift+enter': 'softphone.answer',
    'mod+shift+backspace': 'call.end',
    'c c': 'softphone.call',
    'c m': 'softphone.mute',
  },
  page: {
    arrowright: 'figure.next',
    l: 'figure.next',
    arrowleft: 'figure.prev',
    h: 'figure.prev',
    arrowdown: 'figure.down',
    j: 'figure.down',
    arrowup: 'figure.up',
    k: 'figure.up',
    r: 'dashboard.refresh',
    T: 'chart.table',
    '[': 'chart.prev',
    ']': 'chart.next',
  },
  /** Over the keys of a list, in the rows of a statement. */
  statement: {
    0: 'reconcile.all',
    1: 'reconcile.bucket1',
    2: 'reconcile.bucket2',
    3: 'reconcile.bucket3',
    4: 'reconcile.bucket4',
    5: 'reconcile.bucket5',
    6: 'reconcile.bucket6',
    7: 'reconcile.bucket7',
    8: 'reconcile.bucket8',
    o: 'reconcile.openOnly',
    '=': 'reconcile.solve',
    '-': 'reconcile.refuse',
    m: 'reconcile.amount',
    E: 'reconcile.export',
    'v o': 'reconcile.openOrders',
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
    'mod+home': 'cell.start',
    'g g': 'row.first',
    'mod+end': 'cell.end',
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
    ...ROW_KEYS,
    'shift+f10': 'row.actions',
    contextmenu: 'row.actions',
    'v a': 'order.byVa',
    r: 'list.refresh',
    E: 'list.export',
    f: 'list.editFilter',
    F: 'row.filterLike',
    '-': 'row.filterUnlike',
    '+': 'list.sum',
    '=': 'sum.solve',
    '>': 'sum.next',
    '<': 'sum.prev',
    '[': 'list.prev',
    ']': 'list.next',
    'y c': 'copy.cell',
    'y q': 'copy.query',
    'mod+c': 'copy.smart',
    's s': 'sort.toggle',
    's x': 'sort.clear',
    's i': 'list.invertSelection',
    's l': 'list.selectLike',
    'c d': 'list.compare',
    'v s': 'view.save',
    'v v': 'view.pick',
    'v u': 'view.update',
    'v o': 'sel.only',
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
    ...ROW_KEYS,
    o: 'detail.full',
    '[': 'tab.prev',
    ']': 'tab.next',
  },
  form: {
    'mod+enter': 'form.submit',
    'alt+arrowdown': 'combo.open',
    'alt+arrowup': 'combo.close',
    'mod+arrowup': 'form.refill',
    k: 'form.check',
    1: 'form.first',
    2: 'form.second',
  },
  palette: paletteKeys,
} as const satisfies Partial<Record<Layer, Readonly<Record<string, Binding>>>>

/** A keymap: the default one or one with the user's changes. */
export type Keymap = Readonly<Partial<Record<Layer, Readonly<Record<string, Binding>>>>>

export type ActiveKeymap = ReturnType<typeof createActiveKeymap>

/** The keymap in force, and the keys of its commands. */
export function createActiveKeymap(layers: Keymap = keymap) {
  const keysById = new Map<string, readonly string[]>()
  for (const [keys, binding] of Object.values(layers).flatMap((layer) => Object.entries(layer))) {
    for (const id of commandIdsOf(binding)) keysById.set(id, [...new Set([...(keysById.get(id) ?? []), keys])])
  }
  /** The keys of a command, bound directly or through an alias, as text such as `g i`. The first one is shown in the UI. */
  const keysFor = (id: string): readonly string[] => keysById.get(id) ?? []
  return { layers, keysFor }
}

/** The commands a binding stands for. A gesture stands for itself. */
export function commandIdsOf(binding: Binding): readonly string[] {
  return binding in keyAliases ? keyAliases[binding as KeyAlias] : [binding]
}
