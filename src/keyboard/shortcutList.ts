import { type Command, SECTIONS, type Section } from '#commands/command.ts'
import {
  type Binding,
  commandIdsOf,
  type FieldGesture,
  type Keymap,
  keymap,
  type PaletteGesture,
} from '#commands/keyboard/keymap.ts'
import { norm } from '#commands/norm.ts'
import { acceptsOrderKind } from '#commands/orders/orderArgument.ts'
import { isPermitted, type Registry } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { titleOf } from '../commandText.ts'
import type { Translate } from '../i18n.ts'

/** A command with all keys bound to it. */
export interface Shortcut {
  id: string
  title: string
  keys: readonly string[]
}

export interface ShortcutGroup {
  layer: keyof typeof keymap
  /** Grouped by the sections of the palette; null for shortcuts without a section. */
  sections: readonly { section: Section | null; lines: readonly Shortcut[] }[]
}

interface ShortcutSource {
  keymap: Keymap
  registry: Registry
  scope: Scope
  t: Translate
}

/** The user's shortcuts by layer and section, filtered by the query. */
export function listShortcuts(source: ShortcutSource, query: string): ShortcutGroup[] {
  const words = norm(query).trim().split(/\s+/)
  return (Object.keys(keymap) as ShortcutGroup['layer'][])
    .map((layer) => ({
      layer,
      sections: groupBySection(shortcutsOf(layer, source).filter((line) => matches(line, words))),
    }))
    .filter(({ sections }) => sections.length > 0)
}

const groupBySection = (shortcuts: readonly SectionedShortcut[]): ShortcutGroup['sections'] =>
  [...SECTIONS, null]
    .map((section) => ({ section, lines: shortcuts.filter((line) => line.section === section) }))
    .filter((part) => part.lines.length > 0)

const matches = ({ title, keys }: Shortcut, words: readonly string[]): boolean =>
  words.every(
    (word) => norm(title).includes(word) || keys.some((key) => key === word || norm(key).split(/[ +]/).includes(word)),
  )

interface SectionedShortcut extends Shortcut {
  section: Section | null
}

function shortcutsOf(layer: ShortcutGroup['layer'], source: ShortcutSource): SectionedShortcut[] {
  const shortcuts = new Map<string, SectionedShortcut>()
  for (const [keys, binding] of Object.entries(source.keymap[layer] ?? {})) {
    const shortcut = toShortcut(binding, source)
    if (shortcut === null) continue
    const previous = shortcuts.get(shortcut.id)
    shortcuts.set(shortcut.id, binding === 'count' ? shortcut : { ...shortcut, keys: [...(previous?.keys ?? []), keys] })
  }
  return [...shortcuts.values()].sort((one, other) => Number(one.id === 'count') - Number(other.id === 'count'))
}

/** The shortcut of a binding, or null when the user lacks the permission. */
function toShortcut(binding: Binding, { registry, scope, t }: ShortcutSource): SectionedShortcut | null {
  if (binding === 'count') return { id: binding, title: t('keys.count'), keys: ['0–9'], section: 'row' }
  if (/^(pal|combo)\./.test(binding)) {
    return { id: binding, title: t(`keys.${binding as PaletteGesture | FieldGesture}`), keys: [], section: null }
  }
  const command = permittedCommand(binding, registry, scope)
  if (command === undefined) return null
  return { id: binding, title: titleOf(command, t), keys: [], section: command.section }
}

/**
 * The command of a binding. Several commands may share a key: returns the command for the listed kind of rows, else the last permitted
 * command, which takes a single order and not the selection.
 */
export function permittedCommand(binding: Binding, registry: Registry, scope: Scope): Command | undefined {
  const permitted = commandIdsOf(binding)
    .map(registry.get)
    .filter((command) => isPermitted(command, scope))
  const kind = scope.detail?.row.kind ?? scope.list?.kind
  return (
    permitted.find(({ arguments: [first] = [] }) => kind !== undefined && acceptsOrderKind(first, kind)) ?? permitted.at(-1)
  )
}
