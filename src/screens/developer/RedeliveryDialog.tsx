import { useRef } from 'react'
import type { CallbackHealth, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import { formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './callbacks.module.css'

interface RedeliveryDialogProps {
  isOpen: boolean
  plan: RedeliveryPlan | null
  row: CallbackHealth | null
  onLeave(): void
  onConfirm(): void
}

/** Confirms a redelivery: how many callbacks, the address, and the oldest. The initial focus is on cancelling. */
export function RedeliveryDialog({ isOpen, plan, row, onLeave, onConfirm }: RedeliveryDialogProps) {
  const t = useT()
  const leave = useRef<HTMLButtonElement>(null)
  const isEmpty = plan?.total === 0
  return (
    <AlertDialog
      open={isOpen}
      onBack={onLeave}
      title={t('cb.redeliver')}
      width={440}
      initialFocus={leave}
      footer={
        <>
          <Button ref={leave} onClick={onLeave}>
            {t(isEmpty ? 'app.close' : 'app.cancel')}
          </Button>
          {!isEmpty && (
            <Button variant="primary" onClick={onConfirm}>
              {t('cb.plan.confirm')}
            </Button>
          )}
        </>
      }
    >
      <p>{isEmpty ? t('cb.plan.none') : t('cb.plan', { n: formatCount(plan?.total ?? 0) })}</p>
      {!isEmpty && plan !== null && row !== null && (
        <>
          <p className={`${styles.target} mono`}>{row.address}</p>
          <p className={styles.faint}>
            {plan.oldest !== null && `${t('cb.plan.oldest', { time: formatTime(plan.oldest) })} `}
            {t('cb.plan.sample', { sample: plan.sample.join(', ') })}
          </p>
          <p className={styles.faint}>{t('cb.plan.pace')}</p>
        </>
      )}
    </AlertDialog>
  )
}
