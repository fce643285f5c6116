import { useSelector } from '@xstate/react'
import { useAtom } from 'jotai'
import { type DragEvent, useEffect, useState } from 'react'
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
  const [isOver, setOver] = useState(false)
  useReconcileScope(session)

  // A file that is dropped elsewhere on the page would replace it.
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      const text = event.dataTransfer.getData('text/plain')
      if (file !== undefined) session.read({ kind: 'file', file, name: file.name })
      else if (text.trim() !== '') session.read({ kind: 'text', text, name: '' })
    },
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group form fields
    <div className={styles.screen} role="group" aria-label={t('place.reconcile')} {...drop}>
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
