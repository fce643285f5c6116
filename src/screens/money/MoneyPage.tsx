import { Tabs } from '@base-ui/react/tabs'
import { type ComponentProps, type ReactNode, type Ref, useId, useLayoutEffect, useRef } from 'react'
import { canUse } from '#contract/authority.ts'
import type { Currency } from '#contract/money.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useFocusLeftToPage } from '../../ui/focus/useFocusLeftToPage.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { NoFigure } from '../../ui/NoFigure.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import type { MoneyKind } from './flow/kinds.ts'
import styles from './money.module.css'

/** The scrolling frame of a money screen. */
export const MoneyPage = ({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) => (
  <div className="scroll">
    <div className={`${styles.room} ${isWide ? styles.wide : ''}`}>{children}</div>
  </div>
)

/** A section of a money screen, named by its heading. */
export function Card({ title, children, ...section }: ComponentProps<'section'> & { title: string }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} {...section}>
      <h2 id={id} className="title">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface ModeTabsProps {
  label: string
  modes: readonly { value: string; title: string }[]
  value: string
  onChoose(value: string): void
}

/** The modes of a screen as tabs, each with its digit key. */
export const ModeTabs = ({ label, modes, value, onChoose }: ModeTabsProps) => (
  <Tabs.Root value={value} onValueChange={(chosen) => onChoose(String(chosen))}>
    <Tabs.List className={styles.tabs} aria-label={label}>
      {modes.map((mode, nth) => (
        <Tabs.Tab key={mode.value} value={mode.value} className="tab">
          {mode.title}
          <span aria-hidden="true">
            <Kbd keys={String(nth + 1)} />
          </span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  </Tabs.Root>
)

/** Shows a form only with the permission to submit it, so that its absence is clear before anything is typed. */
export function PermissionGate({ kind, children }: { kind: MoneyKind; children: ReactNode }) {
  const t = useT()
  const { permissions } = useConsole()
  if (canUse(permissions, kind.permission)) return children
  return <Failure title={t(kind.title)} text={t('exception.403.desc')} />
}

/** A placeholder of the height of the fields. */
export function FormSkeleton() {
  const t = useT()
  const placeholder = useRef<HTMLParagraphElement>(null)
  useFocusIfLost(() => placeholder.current)
  // The next content may have no field, or mount later.
  useFocusLeftToPage(placeholder)
  return (
    <div className="fields" aria-busy="true">
      <p ref={placeholder} tabIndex={-1} className="sr-only" role="status">
        {t('app.loading')}
      </p>
      {[0, 1, 2, 3].map((nth) => (
        <span key={nth} className={styles.skeleton} />
      ))}
    </div>
  )
}

/** Titles with values, one per line. */
export const DetailList = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>

export const Detail = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="pair">
    <dt>{title}</dt>
    <dd>{children ?? <NoFigure />}</dd>
  </div>
)

interface MoneyAmountProps {
  value: string | null
  currency: Currency
  look?: 'large' | 'small'
}

/** The main amount of a page, with its currency. */
export const MoneyAmount = ({ value, currency, look = 'large' }: MoneyAmountProps) => (
  <p className={styles.money} data-look={look}>
    <Amount value={value} currency={currency} /> <span className={styles.currency}>{currency}</span>
  </p>
)

interface WaitingStatusProps {
  isBusy: boolean
  ref?: Ref<HTMLParagraphElement>
  children: ReactNode
}

/** A status text with a spinner. Focusable when a ref is given, for steps without controls. */
export const WaitingStatus = ({ isBusy, ref, children }: WaitingStatusProps) => (
  <p ref={ref} tabIndex={ref === undefined ? undefined : -1} role="status" className={styles.waiting}>
    <span className={styles.spinner} data-on={isBusy} aria-hidden="true" />
    <span>{children}</span>
  </p>
)

/** Focuses an element on mount when nothing else has the focus: after a step was replaced, or on a new page. */
export function useFocusIfLost(find: () => HTMLElement | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement.id === 'main') find()?.focus()
  }, [])
}
