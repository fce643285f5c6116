import { useSelector } from '@xstate/react'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { isExact, rowCount } from '#machines/paging/pageCache.ts'
import { shown } from '#machines/paging/pagingContext.ts'
import { formatCount } from '../../format/amount.ts'
import { CommandIcon } from '../../keyboard/CommandIcon.tsx'
import { subscribeThrottled } from '../../table/throttle.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './Pager.module.css'
import { countText } from './totalText.ts'

/** The list scrolls with every frame while a key is held. */
const RANGE_THROTTLE_MS = 80

/** The rows in view, with buttons that move the cursor by screens. */
export function Pager() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { cursor, paging, visibleRows } = controller
  const list = () => controller.console.scope().list
  const count = useSelector(paging, ({ context }) => rowCount(shown(context)))
  const isEndKnown = useSelector(paging, ({ context }) => isExact(shown(context)))
  const subscribe = useCallback(
    (changed: () => void) => subscribeThrottled(visibleRows.subscribe, changed, RANGE_THROTTLE_MS),
    [visibleRows],
  )
  const { first, last } = useSyncExternalStore(subscribe, visibleRows.get)
  const isFirst = useSyncExternalStore(cursor.subscribe, () => cursor.row <= 0)
  const isLast = useSyncExternalStore(cursor.subscribe, () => cursor.row >= count - 1) && isEndKnown
  const all = countText(count, isEndKnown)
  const range =
    count === 0
      ? ''
      : t('list.range', { first: formatCount(first + 1), last: formatCount(Math.min(last + 1, count)), total: all })
  return (
    <div className={styles.pager}>
      <span className={styles.range} style={{ width: `${3 * all.length + widthInDigits(t('list.range', NO_RANGE))}ch` }}>
        <span className={styles.text}>{range}</span>
      </span>
      <CommandIcon
        of="row.first"
        icon={ChevronFirst}
        label={t('command.row.first')}
        aria-disabled={isFirst}
        onClick={() => list()?.moveTo(1)}
      />
      <CommandIcon
        of="row.pageUp"
        icon={ChevronLeft}
        label={t('command.row.pageUp')}
        aria-disabled={isFirst}
        onClick={() => list()?.moveByViewport(-1)}
      />
      {/* While the end is not known, rows may follow the last one. */}
      <CommandIcon
        of="row.pageDown"
        icon={ChevronRight}
        label={t('command.row.pageDown')}
        aria-disabled={isLast}
        onClick={() => list()?.moveByViewport(1)}
      />
      <CommandIcon
        of="row.last"
        icon={ChevronLast}
        label={t('command.row.last')}
        aria-disabled={isLast}
        onClick={() => list()?.moveTo('last')}
      />
    </div>
  )
}

const NO_RANGE = { first: '', last: '', total: '' }

/** Width of a text in digits, at most: a Chinese character is not wider than two of them. */
const widthInDigits = (text: string): number =>
  Array.from(text, (one) => (one > '\u2e80' ? 2 : 1)).reduce((sum, one) => sum + one, 0)
