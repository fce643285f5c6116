import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { formatTime } from '../../../format/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { useForm } from '../../../useForm.tsx'
import type { RechargeFlow } from '../flow/flows.ts'
import { Card, Detail, DetailList, MoneyAmount, useFocusIfLost, WaitingStatus } from '../MoneyPage.tsx'
import frame from '../money.module.css'
import { CancelRecharge } from './CancelRecharge.tsx'
import { PaymentCountdown } from './instructions.tsx'

interface UnfinishedRechargeProps {
  flow: RechargeFlow
  choose(nth: number): void
}

/** Announces an open offline recharge before another is filled in: continue with it, or cancel it. */
export function UnfinishedRecharge({ flow, choose }: UnfinishedRechargeProps) {
  const t = useT()
  const mayCancel = useFeature('holds')
  const record = useSelector(flow, ({ context }) => context.record)
  const isCancelling = useSelector(flow, (snapshot) => snapshot.matches('cancelling'))
  const resumeButton = useRef<HTMLButtonElement>(null)
  useFocusIfLost(() => resumeButton.current)
  const resume = () => flow.send({ type: 'recharge.resume' })
  useForm({ submit: resume, choose })
  if (record === null) return null
  return (
    <Card title={t('money.open.title')} data-layer="form">
      <MoneyAmount value={record.payAmount} currency={record.currency} />
      <WaitingStatus isBusy={isCancelling}>
        {t(isCancelling ? 'money.open.cancelling' : 'money.pay.waiting')} <PaymentCountdown movement={record} />
      </WaitingStatus>
      <DetailList>
        <Detail title={t('field.platOrderNo')}>{record.platOrderNo}</Detail>
        <Detail title={t('field.createTime')}>{record.createTime !== null && formatTime(record.createTime)}</Detail>
        <Detail title={t('field.payerName')}>{record.payerName}</Detail>
        <Detail title={t('field.bankName')}>{record.bankName}</Detail>
      </DetailList>
      <div className={frame.actions}>
        <Button ref={resumeButton} variant="primary" aria-disabled={isCancelling} onClick={resume}>
          {t('money.open.continue')}
        </Button>
        <CancelRecharge flow={flow} label={t('money.open.another')} isDisabled={isCancelling} />
        {!mayCancel && <Button onClick={() => flow.send({ type: 'recharge.again' })}>{t('money.pay.another')}</Button>}
      </div>
    </Card>
  )
}
