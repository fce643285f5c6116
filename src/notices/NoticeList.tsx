import type { Notice } from '#contract/rows/notices.ts'
import { formatTime } from '../format/dates.ts'
import { highlight } from '../lending/highlight.ts'
import { Button } from '../ui/Button.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './NoticesPanel.module.css'
import { formatNotice } from './noticeText.ts'

interface NoticeListProps {
  /** For a type without a tab of its own. */
  heading: { type: string; onClear(): void } | null
  items: readonly Notice[]
  onOpen(notice: Notice): void
}

/** The notices of one type, newest first. */
export function NoticeList({ heading, items, onOpen }: NoticeListProps) {
  const t = useT()
  // Words that the gateway wants highlighted in messages.
  const words = useConsole().store.systemConfig.get()?.smsHighlight ?? {}
  return (
    <section className={styles.section}>
      {heading !== null && (
        <header className={styles.head}>
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
            <time className={styles.time} dateTime={item.datetime}>
              {formatTime(item.datetime)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
