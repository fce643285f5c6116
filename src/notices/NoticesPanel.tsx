import { Tabs } from '@base-ui/react/tabs'
import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import type { Notice } from '#contract/rows/notices.ts'
import { formatTime } from '../format/dates.ts'
import { highlight } from '../lending/highlight.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './NoticesPanel.module.css'
import { formatNotice, openNotice } from './notice.ts'

type Tab = 'notification' | 'message' | 'todo' | 'other'

const KNOWN: readonly Tab[] = ['notification', 'message', 'todo']

const tabOf = ({ type }: Notice): Tab => KNOWN.find((tab) => tab === type) ?? 'other'

/** Notices by type; each type is cleared separately. */
export function NoticesPanel({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT()
  const console = useConsole()
  const selected = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Tab | null>(null)
  const [isAsked, setAsked] = useState(false)
  const isAskable = !isAsked && console.scope().app.desktopNotices === 'default'
  const items = useSelector(console.notices, ({ context }) => context.items)
  // The selected tab stays after its notices are cleared.
  const hasOthers = chosen === 'other' || items.some((item) => tabOf(item) === 'other')
  const tabs: readonly Tab[] = hasOthers ? [...KNOWN, 'other'] : KNOWN
  const of = (tab: Tab) => items.filter((item) => tabOf(item) === tab)
  // By default the first tab with notices.
  const shown = chosen ?? tabs.find((tab) => of(tab).length > 0) ?? 'notification'
  function clear(type: string) {
    setChosen(shown)
    console.notices.send({ type: 'notices.clear', kind: type })
    // The button disappears with the notices it cleared.
    selected.current?.focus()
  }
  function askForDesktop() {
    console.runner.begin('notifications.enable')
    // The button disappears: the browser asks now.
    setAsked(true)
    selected.current?.focus()
  }
  function follow(notice: Notice) {
    onClose()
    openNotice(notice, console)
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('notices.title')} initialFocus={selected}>
      <Tabs.Root value={shown} onValueChange={(tab: Tab) => setChosen(tab)}>
        {/* Visible and one Tab away, whatever the number of notices. */}
        <div className={styles.bar}>
          <Tabs.List className={styles.tabs} activateOnFocus>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab} className="tab" {...(tab === shown ? { ref: selected } : {})}>
                {t(`notices.type.${tab}`)}
                <span className="faint tiny">{of(tab).length}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {shown !== 'other' && of(shown).length > 0 && (
            <Button variant="quiet" onClick={() => clear(shown)}>
              {t('notices.clear')}
            </Button>
          )}
        </div>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} className={styles.panel}>
            {of(tab).length === 0 && <p className={styles.empty}>{t('notices.empty')}</p>}
            {[...new Set(of(tab).map(({ type }) => type))].map((type) => (
              <NoticeList
                key={type}
                heading={tab === 'other' ? { type, onClear: () => clear(type) } : null}
                items={items.filter((item) => item.type === type)}
                onOpen={follow}
              />
            ))}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
      {isAskable && (
        <Button variant="quiet" className={styles.enable} data-command="notifications.enable" onClick={askForDesktop}>
          {t('command.notifications.enable')}
        </Button>
      )}
    </Dialog>
  )
}

interface NoticeListProps {
  /** For a type without a tab of its own. */
  heading: { type: string; onClear(): void } | null
  items: readonly Notice[]
  onOpen(notice: Notice): void
}

/** The notices of one type, newest first. */
function NoticeList({ heading, items, onOpen }: NoticeListProps) {
  const t = useT()
  // Words that the gateway wants highlighted in messages.
  const words = useConsole().store.systemConfig.get()?.smsHighlight ?? {}
  return (
    <section className={styles.section}>
      {heading !== null && (
        <header className="row between">
          <h3 className="faint tiny medium">{heading.type}</h3>
          <Button variant="quiet" onClick={heading.onClear}>
            {t('notices.clear')}
          </Button>
        </header>
      )}
      <ul>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <p className="medium">
              {item.loanAppId === null ? (
                item.title
              ) : (
                <button type="button" className={styles.open} onClick={() => onOpen(item)}>
                  {item.title}
                </button>
              )}
            </p>
            <p className={styles.text}>
              {highlight(formatNotice(item, t), words).map(({ text, style }, index) =>
                style === null ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no other name
                  <mark key={index} data-style={style}>
                    {text}
                  </mark>
                ),
              )}
            </p>
            <time className={styles.time} dateTime={item.datetime ?? undefined}>
              {formatTime(item.datetime)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
