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

interface Shortcut {
  id: string
  title: string
  keys: readonly string[]
  section: Section | null
}

interface ShortcutSource {
  keymap: Keymap
  registry: Registry
  scope: Scope
  t: Translate
}

/** The user's shortcuts by layer and section, filtered by the query. */
export function listShortcuts(source: ShortcutSource, query: string) {
  const words = norm(query).trim().split(/\s+/)
  const layers = Object.keys(keymap) as (keyof typeof keymap)[]
  return layers
    .map((layer) => ({ layer, sections: groupBySection(shortcutsOf(layer, source).filter((line) => matches(line, words))) }))
    .filter(({ sections }) => sections.length > 0)
}

const groupBySection = (shortcuts: readonly Shortcut[]) =>
  [...SECTIONS, null]
    .map((section) => ({ section, lines: shortcuts.filter((line) => line.section === section) }))
    .filter((part) => part.lines.length > 0)

const matches = ({ title, keys }: Shortcut, words: readonly string[]): boolean =>
  words.every(
    (word) => norm(title).includes(word) || keys.some((key) => key === word || norm(key).split(/[ +]/).includes(word)),
  )

function shortcutsOf(layer: keyof typeof keymap, source: ShortcutSource): Shortcut[] {
  const byBinding = Map.groupBy(Object.entries(source.keymap[layer] ?? {}), ([, binding]) => binding)
  return [...byBinding]
    .flatMap(
      ([binding, bound]) =>
        toShortcut(
          binding,
          bound.map(([keys]) => keys),
          source,
        ) ?? [],
    )
    .sort((one, other) => Number(one.id === 'count') - Number(other.id === 'count'))
}

/** The shortcut of a binding, or null when the user lacks the permission. */
function toShortcut(id: Binding, keys: readonly string[], { registry, scope, t }: ShortcutSource): Shortcut | null {
  if (id === 'count') return { id, title: t('keys.count'), keys: ['0–9'], section: 'row' }
  if (isGesture(id)) return { id, title: t(`keys.${id}`), keys, section: null }
  const command = permittedCommand(id, registry, scope)
  return command === undefined ? null : { id, title: titleOf(command, t), keys, section: command.section }
}

/** Whether the palette or a combobox handles the key itself. */
export const isGesture = (binding: Binding): binding is PaletteGesture | FieldGesture => /^(pal|combo)\./.test(binding)

/** The commands of a binding that the user may run. */
export const permittedCommands = (binding: Binding, registry: Registry, scope: Scope): Command[] =>
  commandIdsOf(binding)
    .map(registry.get)
    .filter((command) => isPermitted(command, scope))

/**
 * The command of a binding. Several commands may share a key: returns the command for the listed kind of rows, else the last permitted
 * command, which takes a single order and not the selection.
 */
export function permittedCommand(binding: Binding, registry: Registry, scope: Scope): Command | undefined {
  const permitted = permittedCommands(binding, registry, scope)
  const kind = scope.detail?.row.kind ?? scope.list?.kind
  return (
    permitted.find(({ arguments: [first] = [] }) => kind !== undefined && acceptsOrderKind(first, kind)) ?? permitted.at(-1)
  )
}
