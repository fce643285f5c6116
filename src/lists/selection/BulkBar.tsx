import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { bulkActions } from '#commands/actions.ts'
import { formatCount } from '../../format/amount.ts'
import { CommandButton } from '../../keyboard/CommandButton.tsx'
import { FittingLine } from '../../keyboard/FittingLine.tsx'
import { MoreActions } from '../../keyboard/PageActions.tsx'
import { useOffered } from '../../keyboard/useOffered.ts'
import { withCommandRuntime } from '../../loading/withCommandRuntime.tsx'
import { Amount } from '../../table/cellFormats.tsx'
import { keepClear } from '../../ui/keepClear.ts'
import type { ListController } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './BulkBar.module.css'
import { tallyOf } from './sums.ts'

/** The number of selected rows, their sum, and what can be done with them. Hidden while nothing is selected. */
export const BulkBar = withCommandRuntime(() => {
  const { controller, words } = useOpenList()
  const { t } = words
  const { selection, list, console, handles } = controller
  const chosen = useSyncExternalStore(selection.subscribe, () => selection.chosen)
  const summary = useSelector(controller.summary ?? undefined, (snapshot) => snapshot?.context.summary ?? null)
  const count = useSelector(controller.paging, () => controller.count)
  const tally = tallyOf(chosen, { count, summary, list })
  const isSome = tally.count > 0
  const selected = chosen.kind === 'all' ? controller.countText(chosen.except.size) : formatCount(tally.count)
  const text = t(chosen.kind === 'all' ? 'list.selectedAll' : 'list.selected', { n: selected })
  useDebouncedAnnouncement(isSome ? text : t('list.selectedNone'), isSome, console.announcer)
  // The bar must not cover the cursor.
  useLayoutEffect(() => {
    if (isSome && handles.grid?.hasFocus === true) handles.grid.focus()
  }, [handles, isSome])
  if (!isSome) return null
  return (
    <section ref={keepClear} className={styles.bar} aria-label={t('list.selection')}>
      <span className={styles.selected}>
        {text}
        {tally.amount !== null && (
          <strong>
            <Amount value={tally.amount} fractionDigits={list.fractionDigits} currency={tally.currency} />
          </strong>
        )}
      </span>
      <Actions />
    </section>
  )
})

function Actions() {
  const { controller } = useOpenList()
  const { registry, runner } = controller.console
  const commands = useOffered(bulkActions)
  const clear = useMemo(() => registry.get('list.clearSelection'), [registry])
  // A command can close the bar, which would lose the focus.
  const run = (id: string) => {
    controller.handles.grid?.focus()
    runner.begin(id)
  }
  return (
    <div className={styles.actions}>
      <FittingLine items={commands} rest={(count) => <MoreActions commands={commands.slice(count)} />}>
        {(index) => <CommandButton of={commands[index]!} onClick={() => run(commands[index]!.id)} />}
      </FittingLine>
      <CommandButton of={clear} keysOf="escape" onClick={() => run(clear.id)} />
    </div>
  )
}

/** Debounce of the announcement. */
const ANNOUNCE_DELAY_MS = 500

function useDebouncedAnnouncement(text: string, isSome: boolean, announcer: ListController['console']['announcer']) {
  const wasSome = useRef(false)
  useEffect(() => {
    if (!isSome && !wasSome.current) return
    const timer = setTimeout(() => {
      wasSome.current = isSome
      announcer.polite(text)
    }, ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, isSome, announcer])
}
