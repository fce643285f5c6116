import { useSelector } from '@xstate/react'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { rowCount } from '#machines/paging/pageCache.ts'
import { shown } from '#machines/paging/pagingContext.ts'
import { formatCount } from '../format/amount.ts'
import type { Translate } from '../i18n.ts'
import { CommandKeys } from '../keyboard/CommandKeys.tsx'
import { useValue } from '../state/value.ts'
import { subscribeThrottled } from '../table/throttle.ts'
import { useT } from '../useConsole.tsx'
import { splitFilter } from './filters/listFilter.ts'
import styles from './ListStatus.module.css'
import type { ListController } from './listController.ts'
import { totalText } from './paging/totalText.ts'
import { listControllerAtom } from './useOpenList.ts'

/** The cursor position and the changes of the open list; empty without one. */
export function ListStatus() {
  const controller = useAtomValue(listControllerAtom)
  return controller === null ? null : <Status key={controller.list.id} controller={controller} />
}

function Status({ controller }: { controller: ListController }) {
  const note = useValue(controller.statusMessage)
  return (
    <div className={styles.status}>
      <Position controller={controller} />
      <GatewayNote controller={controller} />
      {controller.changes !== null && <ChangesText controller={controller} news={controller.changes} />}
      {controller.warnings !== null && <WarningsText marks={controller.warnings} />}
      {note !== null && <span className={styles.note}>{note}</span>}
    </div>
  )
}

/** The cursor can move sixty times a second. Milliseconds. */
const POSITION_THROTTLE_MS = 80

function Position({ controller }: { controller: ListController }) {
  const t = useT()
  const { cursor, paging } = controller
  const subscribe = useCallback(
    (changed: () => void) => subscribeThrottled(cursor.subscribe, changed, POSITION_THROTTLE_MS),
    [cursor],
  )
  const row = useSyncExternalStore(subscribe, () => cursor.row)
  const total = useSelector(paging, ({ context }) => (context.isAnswered ? rowCount(shown(context)) : null))
  const count = useSelector(paging, ({ context }) => totalText(shown(context)))
  if (total === null) return null
  const all = t('table.total', { n: count })
  return (
    <span className={styles.position}>
      {row >= 0 && row < total && `${t('list.position', { n: formatCount(row + 1) })} · `}
      {all}
    </span>
  )
}

/** Says why rows may be missing: the gateway sends the same page again and again, or does not filter by number. */
function GatewayNote({ controller }: { controller: ListController }) {
  const t = useT()
  const isRepeating = useSelector(controller.paging, ({ context }) => shown(context).isRepeating)
  const searched = useSelector(controller.paging, ({ context }) => shown(context).searched)
  const repeating = isRepeating ? t('list.repeating') : ''
  const filter = useSelector(controller.actor, ({ context }) => context.query.filter)
  // Beside the conditions stands which of them are searched for by the console.
  const isLocal = splitFilter(filter, controller.list.takesTrees).local !== null
  const text = searched === null || isLocal ? repeating : t('list.searched', { n: formatCount(searched) })
  const { announcer } = controller.console
  useEffect(() => {
    if (text !== '') announcer.polite(text)
  }, [text, announcer])
  return text === '' ? null : <span className={styles.note}>{text}</span>
}

/** The status of row warnings. */
function WarningsText({ marks }: { marks: NonNullable<ListController['warnings']> }) {
  const t = useT()
  const status = useSyncExternalStore(marks.subscribe, marks.status)
  if (status === null) return null
  const { text, alarm } = status
  return (
    <span className={styles.marked}>
      {t(...text)}
      {alarm !== null && <strong className="bold bad">{t(...alarm)}</strong>}
    </span>
  )
}

/** The number of changes since the list was read, with the key that reloads it. */
function ChangesText({ controller, news }: { controller: ListController; news: NonNullable<ListController['changes']> }) {
  const t = useT()
  const { created, changed, isMore } = useSelector(news, ({ context }) => context.ledger.counts)
  const some = (n: number) => (isMore ? `${formatCount(n)}+` : formatCount(n))
  const text = changesText(t, created > 0 ? some(created) : null, changed > 0 ? some(changed) : null)
  useThrottledAnnouncement(text, controller.console.announcer)
  if (text === '') return null
  return (
    <span className={styles.fresh}>
      {text}
      <CommandKeys of="list.refresh" />
    </span>
  )
}

function changesText(t: Translate, created: string | null, changed: string | null): string {
  if (created !== null && changed !== null) return t('list.createdAndChanged', { created, changed, n: created })
  if (created !== null) return t('list.created', { n: created })
  return changed === null ? '' : t('list.changed', { n: changed })
}

/** Debounce of the announcement of changes. */
const ANNOUNCE_DELAY_MS = 500

/** Minimum interval between announcements of changes. */
const ANNOUNCE_INTERVAL_MS = 60_000

function useThrottledAnnouncement(text: string, announcer: ListController['console']['announcer']) {
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text === '') {
      last.current = Number.NEGATIVE_INFINITY
      return
    }
    const wait = Math.max(ANNOUNCE_DELAY_MS, last.current + ANNOUNCE_INTERVAL_MS - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      announcer.polite(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, announcer])
}
