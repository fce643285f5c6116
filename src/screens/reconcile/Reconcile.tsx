import { useSelector } from '@xstate/react'
import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { pastedLinesAtom } from '../../state/requestAtoms.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { BucketTable } from './BucketTable.tsx'
import { Choosing } from './Choosing.tsx'
import { Columns } from './Columns.tsx'
import { Failed } from './Failed.tsx'
import { Progress } from './Progress.tsx'
import styles from './Reconcile.module.css'
import { type ReconcileSession, reconcileSessionAtom, startReconciling } from './reconcileSession.ts'
import { useReconcileScope } from './useReconcileScope.ts'
import { useStatementDrop } from './useStatementDrop.ts'
import { WorkbenchView } from './WorkbenchView.tsx'

/** Reconciles a statement with orders: choose it, check its columns, and decide what does not agree. */
export function Reconcile() {
  const console = useConsole()
  const [session, setSession] = useAtom(reconcileSessionAtom)
  const [pasted, setPasted] = useAtom(pastedLinesAtom)
  useEffect(() => {
    if (session === null) setSession(startReconciling(console))
  }, [console, session, setSession])
  useEffect(() => {
    if (session === null || pasted === null) return
    setPasted(null)
    session.read({ kind: 'text', text: pasted.text, name: '' })
  }, [session, pasted, setPasted])
  return session === null ? null : <Steps session={session} />
}

function Steps({ session }: { session: ReconcileSession }) {
  const t = useT()
  const { actor } = session
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const screen = useRef<HTMLDivElement>(null)
  const isOver = useStatementDrop(screen, session.read)
  useReconcileScope(session)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group form fields
    <div ref={screen} className={styles.screen} role="group" aria-label={t('place.reconcile')}>
      {isOver && <div className={styles.drop}>{t('reconcile.choose.drop')}</div>}
      <Step session={session} value={value} />
    </div>
  )
}

function Step({ session, value }: { session: ReconcileSession; value: unknown }) {
  const failedIn = useSelector(session.actor, ({ context }) => context.failedIn)
  const held = typeof value === 'object' && value !== null ? (value as { held?: unknown }).held : undefined
  if (value === 'choosing') return <Choosing session={session} />
  if (value === 'failed')
    return (
      <>
        <Failed session={session} />
        {failedIn === 'reading' && <Choosing session={session} />}
      </>
    )
  if (held === 'deciding') return <WorkbenchView session={session} />
  if (typeof held === 'object') return <Columns session={session} />
  return (
    <>
      <FirstBuckets session={session} />
      <Progress session={session} />
    </>
  )
}

/** The result of the days, while numbers outside of them are looked up. Its rows may still move. */
function FirstBuckets({ session: { actor } }: { session: ReconcileSession }) {
  const { summary, settings, hasLookedUp } = useSelector(actor, ({ context }) => context)
  if (summary === null || !hasLookedUp) return null
  return (
    <div className={styles.buckets} inert>
      <BucketTable summary={summary} list={settings.list} shown="all" onShow={() => {}} />
    </div>
  )
}
