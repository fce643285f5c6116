import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { MessageKey } from '#locales/messages.ts'
import { amountFormatter } from '../../../format/amount.ts'
import { CommandKeys } from '../../../keyboard/CommandKeys.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { Detail, DetailList, WaitingStatus } from '../details.tsx'
import type { RechargeFlow } from '../flow/flows.ts'
import styles from '../money.module.css'
import { useFocusIfLost } from '../useFocusIfLost.ts'
import { CopyableValue } from './CopyableValue.tsx'
import { PaymentCountdown } from './PaymentCountdown.tsx'

/** The transfer details of an offline recharge, with a button that makes the gateway check for the payment. */
export function OfflineInstruction({ flow, choose }: { flow: RechargeFlow; choose(nth: number): void }) {
  const t = useT()
  const { record, looks, looksLeft } = useSelector(flow, ({ context }) => context)
  const state = useSelector(flow, ({ value }) => (value as { instructed?: { offline?: string } }).instructed?.offline)
  const checkButton = useRef<HTMLButtonElement>(null)
  useFocusIfLost(checkButton)
  const check = () => flow.send({ type: 'recharge.check' })
  useForm({ isDirty: false, submit: check, check, choose, discard: () => {} })
  if (record === null) return null
  const { bankName, receiveAccount, receiveName, payAmount, currency, payerName, payerAccountNumber, platOrderNo } = record
  const isChecking = state === 'checking'
  return (
    <section className={styles.card} data-layer="form" aria-labelledby="money-pay">
      <h2 id="money-pay" className={styles.heading}>
        {t('money.pay.offline.title')}
      </h2>
      <p className="second">{t('money.pay.offline')}</p>
      <CopyableValue
        title={t('money.pay.amount')}
        value={payAmount}
        shown={`${amountFormatter(currency)(payAmount)} ${currency}`}
      />
      {receiveAccount !== null && (
        <CopyableValue title={`${t('field.receiveAccount')} · ${bankName ?? ''}`} value={receiveAccount} />
      )}
      {receiveName !== null && <CopyableValue title={t('field.receiveName')} value={receiveName} />}
      <DetailList>
        <Detail title={t('field.payerName')}>{payerName}</Detail>
        <Detail title={t('field.payerAccountNumber')}>{payerAccountNumber}</Detail>
        <Detail title={t('field.platOrderNo')}>{platOrderNo}</Detail>
      </DetailList>
      <WaitingStatus isBusy={isChecking}>
        {t(STATE_TEXTS[state ?? 'idle'] ?? 'money.look.idle', { n: looks, left: looksLeft })}{' '}
        <PaymentCountdown movement={record} />
      </WaitingStatus>
      <div className={styles.actions}>
        <Button ref={checkButton} variant="primary" aria-disabled={isChecking} onClick={check}>
          {t('money.look')}
          <span className={styles.onPrimary} aria-hidden="true">
            <CommandKeys of="form.check" />
          </span>
        </Button>
      </div>
    </section>
  )
}

const STATE_TEXTS: Record<string, MessageKey> = {
  idle: 'money.look.idle',
  checking: 'money.look.checking',
  notYet: 'money.look.notYet',
  notFound: 'money.look.notFound',
  unchecked: 'money.look.unchecked',
}
