import { useSelector } from '@xstate/react'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { ListScope } from '#commands/scope.ts'
import { PATTERNS } from '#contract/rules.ts'
import { isExact, lastPage, pageOf } from '#machines/paging/pageCache.ts'
import { shown } from '#machines/paging/pagingContext.ts'
import { CommandIcon } from '../../keyboard/CommandIcon.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './Pager.module.css'
import { PageSize } from './PageSize.tsx'
import { countText } from './totalText.ts'

/** The page of the cursor, with controls to change it. */
export function Pager() {
  const { controller, words } = useOpenList()
  const { t } = words
  const scope = () => controller.console.scope().list
  const turn = (to: Parameters<ListScope['goToPage']>[0]) => scope()?.goToPage(to)
  const size = useSelector(controller.paging, ({ context }) => context.pageSize)
  const last = useSelector(controller.paging, ({ context }) => Math.max(1, lastPage(shown(context))))
  const isEndKnown = useSelector(controller.paging, ({ context }) => isExact(shown(context)))
  const page = useSyncExternalStore(controller.cursor.subscribe, () => pageOf(Math.max(0, controller.cursor.row), size))
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = String(page)
  }, [page])
  const typed = (event: KeyboardEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim()
    if (event.key !== 'Enter' || !PATTERNS.positiveInteger.test(text)) return
    event.preventDefault()
    turn(Number(text))
    controller.handles.grid?.focus()
  }
  return (
    <div className="row">
      <CommandIcon
        of="list.first"
        icon={ChevronFirst}
        label={t('command.list.first')}
        disabled={page === 1}
        onClick={() => turn('first')}
      />
      <CommandIcon
        of="list.prev"
        icon={ChevronLeft}
        label={t('command.list.prev')}
        disabled={page === 1}
        onClick={() => turn({ by: -1 })}
      />
      <span className={styles.page}>
        <input
          ref={field}
          aria-label={t('argument.page')}
          inputMode="numeric"
          onKeyDown={typed}
          onFocus={(event) => event.currentTarget.select()}
        />
      </span>
      <span className={styles.of}>/ {countText(last, isEndKnown)}</span>
      {/* While the end is not known, another page may follow the last one. */}
      <CommandIcon
        of="list.next"
        icon={ChevronRight}
        label={t('command.list.next')}
        disabled={page >= last && isEndKnown}
        onClick={() => turn({ by: 1 })}
      />
      <CommandIcon
        of="list.last"
        icon={ChevronLast}
        label={t('command.list.last')}
        disabled={page >= last && isEndKnown}
        onClick={() => turn('last')}
      />
      <PageSize label={t('command.list.pageSize')} size={size} onChoose={(chosen) => scope()?.setPageSize(chosen)} />
    </div>
  )
}
