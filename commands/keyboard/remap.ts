import { commands } from '../index.ts'
import { keyAliases } from './keyAliases.ts'
import {
  bindingsOf,
  CUSTOMIZABLE_LAYERS,
  type CustomizableLayer,
  changedBindings,
  chosenBindings,
  type KeyChanges,
} from './keyChanges.ts'
import { commandIdsOf, type Keymap, keymap, type Layer } from './keymap.ts'

/** A problem with keys the user has chosen. */
export interface KeyIssue {
  layer: CustomizableLayer
  /** The binding the keys were chosen for. */
  id: string
  keys: string
  kind: 'unknown' | 'fixed' | 'unreadable' | 'reserved' | 'held' | 'same' | 'begins' | 'begun' | 'needed'
  /** The conflicting binding and its keys. */
  other?: { id: string; keys: string }
}

/** Keys of the browser, the operating system, screen readers and input methods. The page does not receive them reliably. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...'ntwqlrfpdhjsoug123456789[]'.split('').map((key) => `mod+${key}`),
  ...'ntwqp'.split('').map((key) => `mod+shift+${key}`),
  ...[1, 3, 5, 6, 7, 11, 12].map((n) => `f${n}`),
  'mod+tab',
  'ctrl+tab',
  'mod+pageup',
  'mod+pagedown',
  'ctrl+pageup',
  'ctrl+pagedown',
  'mod+space',
  'ctrl+space',
  'alt+f4',
  'insert',
  'capslock',
  'shift',
])

/** Alt with a letter writes a character or opens a menu. */
export const WITH_ALT = /\balt\+[a-z]$/

// In addition: keys that move the focus, edit text, zoom the page, go back in it, or open menus and tools of the browser. The default
// keymap may use some of them, users may not.
const NOT_ASSIGNABLE = new Set(
  (
    'tab shift+tab escape backspace delete mod+v mod+x mod+z mod+y mod+0 mod+- mod++ mod+= ' +
    'alt+arrowleft alt+arrowright alt+home f10 mod+shift+i mod+shift+j mod+shift+c mod+shift+k mod+shift+delete'
  ).split(' '),
)
/** Keys of text fields, where the keys of these layers work, too. */
const IN_FIELDS: ReadonlySet<CustomizableLayer> = new Set(['form', 'page', 'global'])
const EDITS_TEXT = /^(mod\+[ac]|mod\+shift\+v|.+\+(insert|backspace|delete|home|end|arrow(up|down|left|right)))$/
/** In a field of a form even keys without a modifier are shortcuts. */
const TYPES = /^((shift\+)?space|home|end|arrow(left|right))$/
/** Keys that scroll the page and press buttons. They can be bound for rows and fields, but not globally. */
const NOT_GLOBAL = /^(enter|space|home|end|page(up|down)|arrow(up|down|left|right))$/

const MODIFIERS = String.raw`(mod\+)?((ctrl|meta)\+)?(alt\+)?(shift\+)?`
const KEY_NAMES =
  'enter|space|home|end|page(up|down)|arrow(up|down|left|right)|contextmenu|tab|escape|backspace|delete|insert|capslock|shift|f([1-9]|1[0-2])'
/** One key as `keypress` writes it. */
const ONE_KEY = new RegExp(String.raw`^([!-~]|${MODIFIERS}(${KEY_NAMES})|(?=.+\+)${MODIFIERS}[!-@[-~])$`)

const known: ReadonlySet<string> = new Set([...commands.map(({ id }) => id), ...Object.keys(keyAliases)])

/** Gestures, counts and `escape` cannot be changed. */
export const isFixed = (id: string): boolean => id === 'count' || id === 'escape' || /^(pal|combo)\./.test(id)

export const defaultKeys = (layer: CustomizableLayer, id: string): readonly string[] =>
  bindingsOf(layer).flatMap(([keys, one]) => (one === id ? [keys] : []))

/** All problems with the user's keys; empty when the changes can be applied. */
export function findKeyIssues(changes: KeyChanges): KeyIssue[] {
  const named = CUSTOMIZABLE_LAYERS.flatMap((layer) =>
    Object.keys(changes[layer] ?? {}).flatMap((id): KeyIssue[] => {
      if (isFixed(id)) return [{ layer, id, keys: '', kind: 'fixed' }]
      return known.has(id) ? [] : [{ layer, id, keys: '', kind: 'unknown' }]
    }),
  )
  const chosen = assignments(chosenBindings, changes)
  return [...named, ...chosen.flatMap((one) => findIssue(one) ?? []), ...conflicts(changes), ...missingPaletteKey(changes)]
}

/** The changes without the bindings that have problems. */
export function withoutIssues(changes: KeyChanges): KeyChanges {
  const issues = findKeyIssues(changes)
  if (issues.length === 0) return changes
  // A default key that is back may belong to another change.
  return withoutIssues(issues.reduce((kept, { layer, id }) => withBinding(kept, layer, id, null), changes))
}

interface Assignment<In extends Layer = CustomizableLayer> {
  layer: In
  id: string
  keys: string
}

const assignments = (bindings: typeof chosenBindings, changes: KeyChanges): Assignment[] =>
  CUSTOMIZABLE_LAYERS.flatMap((layer) => bindings(layer, changes).map(([keys, id]) => ({ layer, id, keys })))

/** Problems of a key itself, independent of other bindings. */
function findIssue(chosen: Assignment): KeyIssue | null {
  const { layer, id, keys } = chosen
  const parts = keys.split(' ')
  if (!parts.every((key) => ONE_KEY.test(key))) return { ...chosen, kind: 'unreadable' }
  if (parts.length > 1 && parts.some((key) => key.length > 1)) return { ...chosen, kind: 'held' }
  if (defaultKeys(layer, id).includes(keys)) return null
  const isReserved = parts.some((key) => RESERVED.has(key) || NOT_ASSIGNABLE.has(key) || WITH_ALT.test(key))
  const isOfField = (IN_FIELDS.has(layer) && EDITS_TEXT.test(keys)) || (layer === 'form' && TYPES.test(keys))
  return isReserved || isOfField || (layer === 'global' && NOT_GLOBAL.test(keys)) ? { ...chosen, kind: 'reserved' } : null
}

/** Keys with two meanings in the same place, and keys that are never reached because a chord starts with them. */
function conflicts(changes: KeyChanges): KeyIssue[] {
  const all = assignments(changedBindings, changes)
  const possibleRivals = [...all, ...STATEMENT]
  return all
    .filter(({ layer, id }) => changes[layer]?.[id] !== undefined)
    .flatMap((one) => {
      const rival = possibleRivals.find((other) => areRivals(one, other) && clashOf(one.keys, other.keys) !== null)
      const kind = rival === undefined ? null : clashOf(one.keys, rival.keys)
      return rival === undefined || kind === null ? [] : [{ ...one, kind, other: { id: rival.id, keys: rival.keys } }]
    })
}

/** The keys of the rows of a statement, which come before those of a list and cannot be changed. */
const STATEMENT: readonly Assignment<'statement'>[] = Object.entries(keymap.statement).map(([keys, id]) => ({
  layer: 'statement',
  id,
  keys,
}))

/** Whether both apply in the same place and have different meanings. */
const areRivals = (one: Assignment, other: Assignment<CustomizableLayer | 'statement'>): boolean =>
  one !== other &&
  (other.layer === 'statement'
    ? isUnderStatement(one)
    : one.layer === other.layer || one.layer === 'global' || other.layer === 'global') &&
  !(one.layer !== other.layer && one.id === other.id) &&
  !(one.layer === other.layer && one.id === other.id && one.keys === other.keys)

/** Default keys of a list may have another meaning in a statement; chosen ones would be lost there. */
const isUnderStatement = ({ layer, id, keys }: Assignment): boolean =>
  (layer === 'grid' || layer === 'global') && !defaultKeys(layer, id).includes(keys)

function clashOf(one: string, other: string): 'same' | 'begins' | 'begun' | null {
  if (one === other) return 'same'
  if (other.startsWith(`${one} `)) return 'begins'
  return one.startsWith(`${other} `) ? 'begun' : null
}

const PALETTE_TOGGLE = 'palette.toggle'

/**
 * The palette needs a key with a modifier, so that it also opens from a text field. Otherwise the user could lock themselves
 * out.
 */
function missingPaletteKey(changes: KeyChanges): KeyIssue[] {
  const keys = changes.global?.[PALETTE_TOGGLE]
  if (keys === undefined || keys.some((one) => /^(mod|ctrl|meta|alt)\+/.test(one))) return []
  return [{ layer: 'global', id: PALETTE_TOGGLE, keys: '', kind: 'needed' }]
}

/** The changes with the keys of one binding replaced. Default keys are not stored. */
export function withBinding(
  changes: KeyChanges,
  layer: CustomizableLayer,
  id: string,
  keys: readonly string[] | null,
): KeyChanges {
  const { [id]: _, ...others } = changes[layer] ?? {}
  const isDefault = keys === null || keys.join('\n') === defaultKeys(layer, id).join('\n')
  const own = isDefault ? others : { ...others, [id]: keys }
  const { [layer]: __, ...layers } = changes
  return Object.keys(own).length === 0 ? layers : { ...layers, [layer]: own }
}

/** Whether some key of the keymap runs the command. */
export const isBound = (id: string, keys: Keymap): boolean =>
  Object.values(keys).some((layer) => Object.values(layer).some((binding) => commandIdsOf(binding).includes(id)))
