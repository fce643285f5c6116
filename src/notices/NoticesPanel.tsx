import { Tabs } from '@base-ui/react/tabs'
import { useSelector } from '@xstate/react'
import type { Notice } from '#contract/rows.ts'
import type { MessageKey } from '#locales/messages.ts'
import { shownTime } from '../format/dates.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './NoticesPanel.module.css'
import { textOfNotice } from './noticeText.ts'

const KNOWN = ['notification', 'message', 'todo'] as const

const TITLES: Record<string, MessageKey> = {
  notification: 'notices.type.notification',
  message: 'notices.type.message',
  todo: 'notices.type.todo',
}

/** Notices by type, each type cleared on its own. */
export function NoticesPanel({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT()
  const { notices, palette, typeAhead } = useConsole()
  const items = useSelector(notices, ({ context }) => context.items)
  // Another gateway may have types of its own.
  const types = [...new Set([...KNOWN, ...items.map(({ type }) => type)])]
  // As if it had been typed: the palette finds the order among all that the user may see, or says that there is none.
  function openOrder(number: string) {
    onClose()
    for (const key of [...number, 'Enter']) typeAhead.hold(key)
    palette.send({ type: 'palette.open', mode: 'orders' })
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('notices.title')} closeLabel={t('app.close')}>
      <Tabs.Root defaultValue={types.find((type) => items.some((item) => item.type === type)) ?? types[0]}>
        <Tabs.List className={styles.tabs} activateOnFocus>
          {types.map((type) => (
            <Tabs.Tab key={type} value={type} className={styles.tab}>
              {TITLES[type] === undefined ? type : t(TITLES[type])}
              <span className={styles.count}>{items.filter((item) => item.type === type).length}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {types.map((type) => (
          <Tabs.Panel key={type} value={type} className={styles.panel}>
            <NoticeList
              items={items.filter((item) => item.type === type)}
              onOpen={openOrder}
              onClear={() => notices.send({ type: 'notices.clear', kind: type })}
            />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}

interface NoticeListProps {
  items: readonly Notice[]
  /** Opens the order of the number. */
  onOpen(number: string): void
  onClear(): void
}

function NoticeList({ items, onOpen, onClear }: NoticeListProps) {
  const t = useT()
  if (items.length === 0) return <p className={styles.empty}>{t('notices.empty')}</p>
  return (
    <>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <p className={styles.title}>
              {item.loanAppId === null ? (
                item.title
              ) : (
                <button type="button" className={styles.open} onClick={() => onOpen(item.loanAppId ?? '')}>
                  {item.title}
                </button>
              )}
            </p>
            <p className={styles.text}>{textOfNotice(item, t)}</p>
            <time className={styles.time} dateTime={item.datetime}>
              {shownTime(item.datetime)}
            </time>
          </li>
        ))}
      </ul>
      <Button onClick={onClear}>{t('notices.clear')}</Button>
    </>
  )
}
