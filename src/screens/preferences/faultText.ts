import type { Binding } from '#commands/keyboard/keymap.ts'
import type { KeyIssue } from '#commands/keyboard/remap.ts'
import type { Registry } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { permittedCommand } from '../../keyboard/shortcutList.ts'
import type { FileFault } from '../../state/preferencesFile.ts'
import { isMac, keyLabel } from '../../ui/Kbd.tsx'

interface FaultContext {
  registry: Registry
  scope: Scope
  t: Translate
}

/** The keys as they are printed on this keyboard. */
export const shownKeys = (keys: string): string =>
  keys
    .split(' ')
    .map((key) => keyLabel(key, isMac))
    .join(' ')

/** The title of a binding; its id when this user does not have the command. */
function nameOf(id: string, { registry, scope, t }: FaultContext): string {
  if (id === 'count') return t('keys.count')
  if (!registry.all.some((command) => command.id === id) && !id.startsWith('go.') && id !== 'order.notify') return id
  const command = permittedCommand(id as Binding, registry, scope)
  return command === undefined ? id : titleOf(command, t)
}

/** Why keys cannot be assigned, with the command that has them. */
export function keyFaultText({ kind, keys, other }: Pick<KeyIssue, 'kind' | 'keys' | 'other'>, context: FaultContext): string {
  const of = other === undefined ? '' : nameOf(other.id, context)
  return context.t(`preferences.fault.${kind}`, { keys: shownKeys(keys), other: shownKeys(other?.keys ?? ''), of })
}

/** The text of a fault of a preferences file, with its place. */
export function fileFaultText(fault: FileFault, context: FaultContext): string {
  const { t } = context
  if (fault.kind === 'json') return t('preferences.file.json', { text: fault.text })
  if (fault.kind === 'foreign') return t('preferences.file.foreign')
  if (fault.kind === 'unknown') return t('preferences.file.unknown', { at: fault.at })
  if (fault.kind === 'value') return t('preferences.file.value', { at: fault.at, may: fault.may })
  const { layer, id } = fault.fault
  return `keys.${layer}.${id}: ${keyFaultText(fault.fault, context)}`
}
