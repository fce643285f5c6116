import { useSyncExternalStore } from 'react'
import { rowKinds } from '#commands/rows/kinds.ts'
import { sum } from '#contract/money.ts'
import { kindTitle } from '../../commandText.ts'
import { exactPlaces, formatCount } from '../../format/amount.ts'
import { ButtonKeys } from '../../keyboard/CommandKeys.tsx'
import bar from '../../lists/selection/BulkBar.module.css'
import { Amount } from '../../table/cellFormats.tsx'
import { Button } from '../../ui/Button.tsx'
import { keepClear } from '../../ui/keepClear.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { openOrders, resendCallbacks } from './bulkDecisions.ts'
import { MOST_PLACES } from './exactAmount.ts'
import type { ReconcileSession } from './reconcileSession.ts'

/** The selected entries, their sum in the statement, and what can be done with them. */
export function SelectionBar({ session }: { session: ReconcileSession }) {
  const t = useT()
  const console = useConsole()
  const { actor, workbench } = session
  const chosen = useSyncExternalStore(workbench.selection.subscribe, () => workbench.selection.chosen)
  const count = workbench.selectedCount
  if (count === 0) return null
  const { features, permissions } = console
  const { list } = actor.getSnapshot().context.settings
  const { notify, fractionDigits } = rowKinds[list]
  const total =
    chosen.kind === 'some'
      ? sum(
          [...chosen.rows.values()].flatMap(({ lineSum }) => lineSum ?? []),
          MOST_PLACES,
        )
      : null
  return (
    <section ref={keepClear} className={bar.bar} aria-label={t('list.selection')}>
      <span className={bar.selected}>
        {t('list.selected', { n: formatCount(count) })}
        {total !== null && (
          <strong>
            <Amount value={total} fractionDigits={exactPlaces(total, fractionDigits)} />
          </strong>
        )}
      </span>
      <div className={bar.actions}>
        <Button variant="quiet" onClick={() => void workbench.planMarks()}>
          {t('action.mark')} <ButtonKeys of="reconcile.done" />
        </Button>
        {notify !== null && (
          <Button variant="quiet" onClick={() => void resendCallbacks(console, session)}>
            {t('action.notify')} <ButtonKeys of="list.notifySelected" />
          </Button>
        )}
        {features.has('filters') && (
          <Button variant="quiet" onClick={() => void openOrders(console, session)}>
            {t('reconcile.openOrders', { list: kindTitle(list, permissions, t) })} <ButtonKeys of="reconcile.openOrders" />
          </Button>
        )}
        <Button variant="quiet" onClick={() => workbench.selection.clear()}>
          {t('action.clear')} <ButtonKeys of="escape" />
        </Button>
      </div>
    </section>
  )
}
