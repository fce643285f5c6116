import { Tabs } from '@base-ui/react/tabs'
import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import type { Notice } from '#contract/rows/notices.ts'
import type { CommonKey } from '#locales/messages.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import { NoticeList } from './NoticeList.tsx'
import styles from './NoticesPanel.module.css'
import { openNotice } from './openNotice.ts'

type Tab = 'notification' | 'message' | 'todo' | 'other'

const TITLES: Record<Tab, CommonKey> = {
  notification: 'notices.type.notification',
  message: 'notices.type.message',
  todo: 'notices.type.todo',
  other: 'notices.type.other',
}

const KNOWN: readonly Tab[] = ['notification', 'message', 'todo']

const tabOf = ({ type }: Notice): Tab => KNOWN.find((tab) => tab === type) ?? 'other'

/** Notices by type; each type is cleared separately. */
export function NoticesPanel({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT()
  const console = useConsole()
  const selected = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Tab | null>(null)
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
  function follow(notice: Notice) {
    onClose()
    openNotice(notice, console)
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('notices.title')} closeLabel={t('app.close')} initialFocus={selected}>
      <Tabs.Root value={shown} onValueChange={(tab: Tab) => setChosen(tab)}>
        {/* Visible and one Tab away, whatever the number of notices. */}
        <div className={styles.bar}>
          <Tabs.List className={styles.tabs} activateOnFocus>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab} className={styles.tab} {...(tab === shown ? { ref: selected } : {})}>
                {t(TITLES[tab])}
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
    </Dialog>
  )
}
