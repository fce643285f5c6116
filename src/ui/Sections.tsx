import { type ReactNode, useId } from 'react'
import styles from './Sections.module.css'

interface PageProps {
  children: ReactNode
  isWide?: boolean
  /** As wide as a form. */
  isNarrow?: boolean
  /** Keyboard layer, if not the page's. */
  layer?: 'form'
}

/** A screen of stacked sections. */
export const Page = ({ children, isWide = false, isNarrow = false, layer }: PageProps) => (
  <div className={styles.page} data-layer={layer}>
    <div className={`${styles.column} ${isWide ? styles.wide : ''} ${isNarrow ? styles.form : ''}`}>{children}</div>
  </div>
)

interface SectionProps {
  title: string
  /** The page already shows this title: it is for screen readers only. */
  hasHiddenTitle?: boolean
  text?: string
  tools?: ReactNode
  children: ReactNode
}

/** A section with title, description and tools. */
export function Section({ title, hasHiddenTitle = false, text, tools, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} {...(hasHiddenTitle ? { 'aria-label': title } : { 'aria-labelledby': id })}>
      {!hasHiddenTitle && (
        <header className={styles.head}>
          <h2 className="title" id={id}>
            {title}
          </h2>
          {tools !== undefined && <div className="buttons push">{tools}</div>}
        </header>
      )}
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  )
}
