import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { hasPermission } from '#contract/authority.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import type { MoneyKind } from './flow/kinds.ts'
import styles from './money.module.css'
import { useFocusIfLost } from './useFocusIfLost.ts'

/** The scrolling frame of a money screen. */
export const MoneyPage = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>
    <div className={styles.room}>{children}</div>
  </div>
)

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
        <Tabs.Tab key={mode.value} value={mode.value} className={styles.tab}>
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
  if (hasPermission(permissions, kind.permission)) return children
  return <Failure title={t(kind.title)} text={t('exception.403.desc')} retryLabel={t('app.retry')} />
}

/** A placeholder of the height of the fields. */
export function FormSkeleton() {
  const t = useT()
  const placeholder = useRef<HTMLParagraphElement>(null)
  useFocusIfLost(placeholder)
  useLayoutEffect(() => {
    const element = placeholder.current
    return () => {
      // The next content may have no field, or mount later. Until then the page keeps the focus.
      if (document.activeElement === element) document.getElementById('main')?.focus()
    }
  }, [])
  return (
    <div className={styles.skeleton} aria-busy="true">
      <p ref={placeholder} tabIndex={-1} className="sr-only" role="status">
        {t('app.loading')}
      </p>
      {[0, 1, 2, 3].map((nth) => (
        <span key={nth} className={styles.skeletonField} />
      ))}
    </div>
  )
}
