import { Ellipsis } from 'lucide-react'
import { selectionActions } from '#commands/actions.ts'
import { commandsForRow } from '#commands/orders/commandsForRow.ts'
import { orderIdentityOf, orderValue } from '#commands/orders/orderArgument.ts'
import { isOffered } from '#commands/registry.ts'
import { orderOf } from '#commands/rows/kinds.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { CommandButton } from '../../keyboard/CommandButton.tsx'
import { CommandIcon } from '../../keyboard/CommandIcon.tsx'
import { FittingLine } from '../../keyboard/FittingLine.tsx'
import { useCommands } from '../../keyboard/useOffered.ts'
import { withCommandRuntime } from '../../loading/withCommandRuntime.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './RecordActions.module.css'

/** What can be done with the open row now, and its menu. */
export const RecordActions = ({ row }: { row: ListedRow }) => (
  <div className={styles.bar}>
    <Actions row={row} />
  </div>
)

const COPIES = ['row.copyOrderNo', 'row.copyNumber', 'copy.link'] as const

const Actions = withCommandRuntime(({ row }: { row: ListedRow }) => {
  const { controller, words } = useOpenList()
  const { activeScopes, registry, runner, scope } = controller.console
  const ref = { kind: controller.list.kind, row }
  const order = orderOf(ref)
  const given = order === null ? undefined : { order: orderValue(orderIdentityOf(order)) }
  const commands = useCommands(activeScopes.subscribe, () => {
    const offered = commandsForRow(ref, registry, scope()).map(({ id }) => id)
    // A record that its reader cannot change can be copied.
    return offered.length > 0 ? offered : COPIES.filter((id) => isOffered(registry.get(id), scope()))
  })
  // With rows selected, their keys act on the selection.
  const current = scope()
  const taken = selectionActions
    .filter((id) => isOffered(registry.get(id), current))
    .flatMap((id) => [...current.app.keysFor(id)])
  return (
    <>
      <FittingLine items={commands} rest={() => null}>
        {(index) => (
          <CommandButton of={commands[index]!} taken={taken} onClick={() => runner.begin(commands[index]!.id, given)} />
        )}
      </FittingLine>
      <CommandIcon
        of="row.actions"
        icon={Ellipsis}
        label={words.t('list.rowActions')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => controller.menuAnchor.set(currentTarget)}
      />
    </>
  )
})
