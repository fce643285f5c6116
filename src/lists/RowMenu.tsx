import { Menu } from '@base-ui/react/menu'
import { useSelector } from '@xstate/react'
import { type FocusEvent, type KeyboardEvent, useEffect } from 'react'
import { selectionActions } from '#commands/actions.ts'
import type { Command } from '#commands/command.ts'
import { currentRow } from '#commands/conditions.ts'
import type { CommandId } from '#commands/index.ts'
import { commandsForRow } from '#commands/orders/commandsForRow.ts'
import { orderIdentityOf, orderValue } from '#commands/orders/orderArgument.ts'
import { orderOf } from '#commands/rows/kinds.ts'
import { titleOf } from '../commandText.ts'
import { useKeymap } from '../keyboard/CommandKeys.tsx'
import { withCommandRuntime } from '../loading/withCommandRuntime.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import styles from '../ui/menu.module.css'
import { useT } from '../useConsole.tsx'
import type { MenuAnchor } from './listController.ts'
import { useOpenList } from './useOpenList.ts'

/** Commands that do not act on the order: open, copy, links, filter. */
const GENERAL_COMMANDS = [
  'row.open',
  'row.copyOrderNo',
  'row.copyNumber',
  'row.copyRow',
  'copy.link',
  'checkout.copyLink',
  'checkout.openLink',
  'checkout.openOrder',
  'row.filterLike',
] as const satisfies CommandId[]

/** The menu of the row under the cursor or of the selection, with the same commands and keys as elsewhere. */
export const RowMenu = withCommandRuntime(({ anchor }: { anchor: MenuAnchor }) => {
  const { controller, words } = useOpenList()
  const { t } = words
  const { registry, runner, scope, palette } = controller.console
  const current = scope()
  const ref = currentRow(current)
  const order = orderOf(ref)
  const given = order === null ? undefined : { order: orderValue(orderIdentityOf(order)) }
  const rowCommands = ref === null ? [] : commandsForRow(ref, registry, current)
  const offered = new Set(registry.offered(current).map(({ id }) => id))
  const selectionCommands = selectionActions.filter((id) => offered.has(id)).map(registry.get)
  const takenKeys = selectionCommands.flatMap(({ id }) => current.app.keysFor(id))
  const generalCommands = GENERAL_COMMANDS.filter(
    (id) => offered.has(id) && !(current.detail !== null && id === 'row.open'),
  ).map(registry.get)
  const isBehindPalette = useSelector(palette, (snapshot) => snapshot.hasTag('open'))
  // Runs on every render, because the anchor may have been removed.
  useEffect(() => {
    if (isBehindPalette || !elementOf(anchor).isConnected) controller.menuAnchor.set(null)
  })
  // Back to the row. The library would move the focus to a focus guard.
  const handleTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    controller.menuAnchor.set(null)
  }
  const begin = (id: string, given?: Record<string, string>) => {
    // The focus returns to the row before the command reads it.
    queueMicrotask(() => runner.begin(id, given))
  }
  const item = (command: Command) => <Item key={command.id} command={command} run={() => begin(command.id)} />
  return (
    <Menu.Root open modal={false} onOpenChange={(isOpen) => isOpen || controller.menuAnchor.set(null)}>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} anchor={anchor} align="start" sideOffset={2}>
          <Menu.Popup
            className={styles.popup}
            onFocus={toFirstItem}
            onKeyDown={handleTab}
            aria-label={t('list.rowActions')}
            finalFocus={() => {
              if (palette.getSnapshot().hasTag('open')) return false
              if (current.detail !== null) current.detail.focus()
              else controller.handles.grid?.focus()
              return false
            }}
          >
            {selectionCommands.map(item)}
            {selectionCommands.length > 0 && <Menu.Separator className={styles.separator} />}
            {generalCommands.map(item)}
            {rowCommands.length > 0 && <Menu.Separator className={styles.separator} />}
            {rowCommands.map((command) => (
              <Item key={command.id} command={command} taken={takenKeys} run={() => begin(command.id, given)} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
})

const elementOf = (anchor: MenuAnchor): Element => ('contextElement' in anchor ? anchor.contextElement : anchor)

/** Focuses the first item. The menu has no trigger that would do so when opened by keyboard. */
function toFirstItem({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
}

interface ItemProps {
  command: Command
  /** Keys that belong to other commands while rows are selected. */
  taken?: readonly string[]
  run(): void
}

function Item({ command, taken = [], run }: ItemProps) {
  const t = useT()
  const keys = useKeymap()
    .keysFor(command.id)
    .find((one) => !taken.includes(one))
  return (
    <Menu.Item className={styles.item} data-command={command.id} onClick={run}>
      <span className={styles.word}>{titleOf(command, t)}</span>
      {keys !== undefined && <Kbd keys={keys} />}
    </Menu.Item>
  )
}
