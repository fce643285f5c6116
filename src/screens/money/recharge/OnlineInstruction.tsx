import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { optionLabel } from '#commands/optionLabel.ts'
import type { RechargeInstruction } from '#contract/rows/movements.ts'
import { amountFormatter } from '../../../format/amount.ts'
import { CommandKeys } from '../../../keyboard/CommandKeys.tsx'
import { Button } from '../../../ui/Button.tsx'
import { QrCode } from '../../../ui/passcode/QrCode.tsx'
import { useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { useOptions } from '../../../useOptions.ts'
import { WaitingStatus } from '../details.tsx'
import type { RechargeFlow } from '../flow/flows.ts'
import money from '../money.module.css'
import { useFocusIfLost } from '../useFocusIfLost.ts'
import { CopyableValue } from './CopyableValue.tsx'
import styles from './OnlineInstruction.module.css'
import { PaymentCountdown } from './PaymentCountdown.tsx'

/** The payment details of an online recharge. The payment itself is detected by polling. */
export function OnlineInstruction({ flow, choose }: { flow: RechargeFlow; choose(nth: number): void }) {
  const t = useT()
  const options = useOptions()
  const movement = useSelector(flow, ({ context }) => context.record) as RechargeInstruction
  const isReading = useSelector(flow, (snapshot) => snapshot.matches({ instructed: { online: 'reading' } }))
  const paidButton = useRef<HTMLButtonElement>(null)
  useFocusIfLost(paidButton)
  const check = () => flow.send({ type: 'recharge.check' })
  useForm({ isDirty: false, submit: check, check, choose, discard: () => {} })
  const { accountNumber, qrText, payUrl, payAmount, currency, payChannel, payMethod, platOrderNo } = movement
  return (
    <section className={money.card} data-layer="form" aria-labelledby="money-pay">
      <h2 id="money-pay" className={money.heading}>
        {t('money.pay.title', { channel: optionLabel('PayChannel', payChannel ?? '', options) })}
      </h2>
      <p className="second">{t('money.pay.online')}</p>
      <CopyableValue
        title={t('money.pay.amount')}
        value={payAmount}
        shown={`${amountFormatter(currency)(payAmount)} ${currency}`}
      />
      {accountNumber !== null && (
        <CopyableValue
          // At a retail till it is a payment code, not an account.
          title={t(payMethod === 'RETAIL' ? 'money.pay.code' : 'field.vaNumber')}
          value={accountNumber}
          shown={groupByFour(accountNumber)}
        />
      )}
      {payUrl != null && (
        <p className={styles.link}>
          <a href={payUrl} target="_blank" rel="noopener noreferrer">
            {t('money.pay.open')}
          </a>
        </p>
      )}
      {payUrl != null && <CopyableValue title={t('money.pay.link')} value={payUrl} isLong />}
      {qrText != null && (
        <div className={styles.qr}>
          <QrCode text={qrText} label={t('money.pay.qr')} />
        </div>
      )}
      {qrText != null && <CopyableValue title={t('money.pay.code')} value={qrText} isLong />}
      <WaitingStatus isBusy={isReading}>
        {t('money.pay.waiting')} <PaymentCountdown movement={movement} />
      </WaitingStatus>
      <div className={money.actions}>
        <Button ref={paidButton} variant="primary" onClick={check}>
          {t('money.pay.paid')}
          <span className={money.onPrimary} aria-hidden="true">
            <CommandKeys of="form.check" />
          </span>
        </Button>
        <Button onClick={() => flow.send({ type: 'recharge.again' })}>{t('money.pay.another')}</Button>
      </div>
      <p className="faint small">{t('money.pay.number', { number: platOrderNo })}</p>
    </section>
  )
}

const groupByFour = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
