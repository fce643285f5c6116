import type { ReactNode } from 'react'
import type { AuditEvent } from '#contract/rows/audit.ts'
import { formatTime } from '../../../format/dates.ts'
import { Notice } from '../../../submission/notices.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useT } from '../../../useConsole.tsx'
import { useOptions } from '../../../useOptions.ts'
import { fieldsOf, isFields } from './auditCalls.ts'
import { fieldText, fieldTitle } from './auditLabels.ts'
import styles from './History.module.css'

interface AuditEventDialogProps {
  /** The event to show; null closes the dialog. */
  event: AuditEvent | null
  /** Whether an undo waits for its confirmation. */
  isConfirming: boolean
  actions: ReactNode
  onClose(): void
}

/** An audit event in full, with its values before and after, and its actions. */
export function AuditEventDialog({ event, isConfirming, actions, onClose }: AuditEventDialogProps) {
  const t = useT()
  return (
    <Dialog open={event !== null} onClose={onClose} title={event?.text ?? ''} width={560} footer={actions}>
      {event !== null && (
        <>
          <p className={styles.when}>
            {[`${formatTime(event.time)} ${t('app.zone')}`, event.address, event.merchantNo]
              .filter((part) => part !== null)
              .join(' · ')}
          </p>
          <Changes event={event} />
          {isConfirming && (
            <Notice tone="unsure" role="alert">
              {t(event.undo === 'cancel' ? 'history.undo.cancelText' : 'history.undo.restoreText')}
            </Notice>
          )}
        </>
      )}
    </Dialog>
  )
}

/** A table of the fields before and after, followed by the fields with a single value. */
function Changes({ event }: { event: AuditEvent }) {
  const t = useT()
  const options = useOptions()
  const { detail } = event
  const { before, after, ...rest } = detail ?? {}
  const textOf = (name: string, value: unknown) => fieldText(name, value, event, t, options)
  const sides = isFields(before) || isFields(after) ? { before: fieldsOf(before), after: fieldsOf(after) } : null
  const names = sides === null ? [] : [...new Set([...Object.keys(sides.after), ...Object.keys(sides.before)])]
  const singles = Object.entries(sides === null ? (detail ?? {}) : rest)
  if (names.length === 0 && singles.length === 0) return <p className={styles.when}>{t('history.nothingMore')}</p>
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        {names.length > 0 && (
          <thead>
            <tr>
              <th scope="col">{t('history.field')}</th>
              <th scope="col">{t('history.before')}</th>
              <th scope="col">{t('history.after')}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldTitle(name, t)}</th>
              <td>{textOf(name, sides?.before[name])}</td>
              <td>{textOf(name, sides?.after[name])}</td>
            </tr>
          ))}
          {singles.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{fieldTitle(name, t)}</th>
              <td colSpan={2}>{textOf(name, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
