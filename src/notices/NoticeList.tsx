import type { Notice } from '#contract/rows.ts'
import { shownTime } from '../format/dates.ts'
import { highlight } from '../lending/highlight.ts'
import { Button } from '../ui/Button.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './NoticesPanel.module.css'
import { textOfNotice } from './noticeText.ts'

interface NoticeListProps {
  /** What a type is called that has no name of ours. */
  heading: string | null
  items: readonly Notice[]
  onOpen(notice: Notice): void
  onClear(): void
}

/** The notices of one type, newest first. */
export function NoticeList({ heading, items, onOpen, onClear }: NoticeListProps) {
  const t = useT()
  // Words a gateway wants to be seen in messages.
  const words = useConsole().store.systemConfig.get()?.smsHighlight ?? {}
  return (
    <section className={styles.section}>
      {heading !== null && <h3 className={styles.heading}>{heading}</h3>}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <p className={styles.title}>
              {item.loanAppId === null ? (
                item.title
              ) : (
                <button type="button" className={styles.open} onClick={() => onOpen(item)}>
                  {item.title}
                </button>
              )}
            </p>
            <p className={styles.text}>
              {highlight(textOfNotice(item, t), words).map(({ text, style }, index) =>
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
              {shownTime(item.datetime)}
            </time>
          </li>
        ))}
      </ul>
      <Button onClick={onClear}>{t('notices.clear')}</Button>
    </section>
  )
}
