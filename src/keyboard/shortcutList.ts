import { type Command, SECTIONS, type Section } from '#commands/command.ts'
import {
  type ActiveKeymap,
  type Binding,
  commandIdsOf,
  type FieldGesture,
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
  /** Further words that the search matches. */
  keywords: string
}

interface ShortcutSource {
  keymap: ActiveKeymap
  registry: Registry
  scope: Scope
  t: Translate
}

type ListedLayer = keyof typeof keymap

/**
 * The user's shortcuts by layer and section, filtered by the query: those of the open screen, those of every screen, then the rest.
 * A query also finds the commands without a key, under the layer `none`.
 */
export function listShortcuts(source: ShortcutSource, query: string) {
  const words = norm(query).trim().split(/\s+/)
  const here = layersHere(source.scope)
  const all = Object.keys(keymap) as ListedLayer[]
  const layers = [...new Set<ListedLayer>([...here, 'global', ...all])]
  const groups: { layer: ListedLayer | 'none'; isHere: boolean; shortcuts: Shortcut[] }[] = [
    ...layers.map((layer) => {
      const isHere = here.includes(layer)
      return { layer, isHere, shortcuts: shortcutsOf(layer, isHere, source) }
    }),
    ...(words.join('') === '' ? [] : [{ layer: 'none' as const, isHere: false, shortcuts: commandsWithoutKey(source) }]),
  ]
  return groups
    .map(({ layer, isHere, shortcuts }) => ({
      layer,
      isHere,
      sections: groupBySection(shortcuts.filter((line) => matches(line, words))),
    }))
    .filter(({ sections }) => sections.length > 0)
}

/** The layers of the open screen. */
function layersHere({ detail, list, dashboard, form, reconcile }: Scope): ListedLayer[] {
  const layers: (ListedLayer | false)[] = [
    detail !== null && 'detail',
    reconcile !== null && 'statement',
    list !== null && 'grid',
    dashboard !== null && 'page',
    form !== null && 'form',
  ]
  return layers.filter((layer) => layer !== false)
}

const groupBySection = (shortcuts: readonly Shortcut[]) =>
  [...SECTIONS, null]
    .map((section) => ({ section, lines: shortcuts.filter((line) => line.section === section) }))
    .filter((part) => part.lines.length > 0)

const matches = ({ title, keys, keywords }: Shortcut, words: readonly string[]): boolean =>
  words.every(
    (word) =>
      norm(title).includes(word) ||
      norm(keywords).includes(word) ||
      keys.some((key) => key === word || norm(key).split(/[ +]/).includes(word)),
  )

function shortcutsOf(layer: ListedLayer, isHere: boolean, source: ShortcutSource): Shortcut[] {
  const byBinding = Map.groupBy(Object.entries(source.keymap.layers[layer] ?? {}), ([, binding]) => binding)
  return [...byBinding]
    .flatMap(
      ([binding, bound]) =>
        toShortcut(
          binding,
          bound.map(([keys]) => keys),
          isHere,
          source,
        ) ?? [],
    )
    .sort((one, other) => Number(one.id === 'count') - Number(other.id === 'count'))
}

const commandsWithoutKey = ({ keymap: { keysFor }, registry, scope, t }: ShortcutSource): Shortcut[] =>
  registry.all
    .filter((command) => command.listing !== 'key' && keysFor(command.id).length === 0 && isPermitted(command, scope))
    .map((command) => lineOf(command, [], t))

const lineOf = (command: Command, keys: readonly string[], t: Translate): Shortcut => ({
  id: command.id,
  title: titleOf(command, t),
  keys,
  section: command.section,
  keywords: command.keywords === undefined ? '' : t(command.keywords),
})

/** The shortcut of a binding, or null when the user lacks the permission, or when it is for other rows than those shown here. */
function toShortcut(
  id: Binding,
  keys: readonly string[],
  isHere: boolean,
  { registry, scope, t }: ShortcutSource,
): Shortcut | null {
  if (id === 'count') return { id, title: t('keys.count'), keys: ['0–9'], section: 'row', keywords: '' }
  if (isGesture(id)) return { id, title: t(`keys.${id}`), keys, section: null, keywords: '' }
  const command = permittedCommand(id, registry, scope)
  if (command === undefined || (isHere && !appliesToRows(command, scope))) return null
  return lineOf(command, keys, t)
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

/** Whether the command applies to the kind of rows shown here, or to no row in particular. */
export function appliesToRows({ rowKinds, arguments: [first] = [] }: Command, { detail, list }: Scope): boolean {
  const kind = detail?.row.kind ?? list?.kind
  if (kind === undefined) return true
  if (first?.defaultValue !== undefined && 'order' in first.ask) return acceptsOrderKind(first, kind)
  return rowKinds === undefined || rowKinds.includes(kind)
}
