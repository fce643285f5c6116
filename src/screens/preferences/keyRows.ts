import { CUSTOMIZABLE_LAYERS, type CustomizableLayer, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { type Binding, keymap } from '#commands/keyboard/keymap.ts'
import { defaultKeys, isBound, isFixed } from '#commands/keyboard/remap.ts'
import { norm } from '#commands/norm.ts'
import { isPermitted, type Registry } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { permittedCommand } from '../../keyboard/shortcutList.ts'

/** A command that keys can be assigned to, in one layer. */
export interface KeyRow {
  layer: CustomizableLayer
  id: string
  title: string
  keys: readonly string[]
  isChanged: boolean
}

interface Source {
  registry: Registry
  scope: Scope
  changes: KeyChanges
  t: Translate
}

/** The rows that match the typed text: bound commands layer by layer, then permitted commands without keys. */
export function keyRows(source: Source, typed: string): KeyRow[] {
  const { registry, scope, t } = source
  const bound = CUSTOMIZABLE_LAYERS.flatMap((layer) =>
    idsOf(layer, source.changes).flatMap((id) => rowOf(layer, id, source) ?? []),
  )
  const named = new Set(bound.map(({ id }) => id))
  const free = registry.all
    .filter(({ id, listing }) => listing !== 'key' && !named.has(id) && !isBound(id, keymap))
    .filter((command) => isPermitted(command, scope))
    .map((command): KeyRow => ({ layer: 'global', id: command.id, title: titleOf(command, t), keys: [], isChanged: false }))
  const words = norm(typed).trim().split(/\s+/)
  return [...bound, ...free].filter(({ title, keys, id }) =>
    words.every(
      (word) => norm(title).includes(word) || id.toLowerCase().includes(word) || keys.some((key) => norm(key) === word),
    ),
  )
}

const idsOf = (layer: CustomizableLayer, changes: KeyChanges): string[] =>
  [...new Set([...Object.values<string>(keymap[layer]), ...Object.keys(changes[layer] ?? {})])].filter((id) => !isFixed(id))

function rowOf(layer: CustomizableLayer, id: string, { registry, scope, changes, t }: Source): KeyRow | null {
  const command = permittedCommand(id as Binding, registry, scope)
  if (command === undefined) return null
  const own = changes[layer]?.[id]
  return { layer, id, title: titleOf(command, t), keys: own ?? defaultKeys(layer, id), isChanged: own !== undefined }
}
