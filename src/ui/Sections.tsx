import { type ReactNode, useId } from 'react'
import styles from './Sections.module.css'

interface PageProps {
  children: ReactNode
  isWide?: boolean
  /** Whose keys work here, where they are not the page's own. */
  layer?: 'form'
}

/** A screen of sections under one another. */
export const Page = ({ children, isWide = false, layer }: PageProps) => (
  <div className={styles.page} data-layer={layer}>
    <div className={`${styles.column} ${isWide ? styles.wide : ''}`}>{children}</div>
  </div>
)

interface SectionProps {
  title: string
  /** The page has this title already: it is told, and not drawn once more. */
  isNamedAbove?: boolean
  text?: string
  tools?: ReactNode
  children: ReactNode
}

/** What belongs together, with what it is called, what it is for, and what can be done with all of it. */
export function Section({ title, isNamedAbove = false, text, tools, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} {...(isNamedAbove ? { 'aria-label': title } : { 'aria-labelledby': id })}>
      {!isNamedAbove && (
        <header className={styles.head}>
          <h2 className={styles.title} id={id}>
            {title}
          </h2>
          {tools !== undefined && <div className={styles.tools}>{tools}</div>}
        </header>
      )}
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  )
}
