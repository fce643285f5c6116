import { useSelector } from '@xstate/react'
import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { optionLabel } from '#commands/optionLabel.ts'
import type { Movement, RechargeInstruction } from '#contract/rows/movements.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amountText } from '../../../format/amount.ts'
import { parseTime } from '../../../format/dates.ts'
import { countdown } from '../../../format/durations.ts'
import { joinKnown } from '../../../format/joinKnown.ts'
import { ButtonKeys } from '../../../keyboard/CommandKeys.tsx'
import { Button } from '../../../ui/Button.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { useOptions } from '../../../useOptions.ts'
import { useTick } from '../../../useTick.ts'
import type { RechargeFlow } from '../flow/flows.ts'
import { Card, Detail, DetailList, useFocusIfLost, WaitingStatus } from '../MoneyPage.tsx'
import frame from '../money.module.css'
import { CancelRecharge } from './CancelRecharge.tsx'
import styles from './recharge.module.css'

interface InstructionProps {
  flow: RechargeFlow
  choose(nth: number): void
}

interface FrameProps extends InstructionProps {
  title: string
  text: string
  movement: Movement
  /** What is awaited, and whether it is being checked now. */
  status: string
  isChecking: boolean
  checkLabel: string
  /** Whether a running check disables the button. */
  isDisabled?: boolean
  actions?: ReactNode
  note?: string
  children: ReactNode
}

/** How to pay a recharge: the amount and the payment details, the time left, and a button that checks for the payment. */
function Instruction(props: FrameProps) {
  const { flow, choose, title, text, movement, status, isChecking, checkLabel, isDisabled, actions, note, children } = props
  const t = useT()
  const checkButton = useRef<HTMLButtonElement>(null)
  useFocusIfLost(() => checkButton.current)
  const check = () => flow.send({ type: 'recharge.check' })
  useForm({ submit: check, check, choose })
  const { payAmount } = movement
  return (
    <Card title={title} data-layer="form">
      <p className="second">{text}</p>
      {payAmount !== null && <CopyableValue title={t('money.pay.amount')} value={payAmount} shown={amountText(movement)} />}
      {children}
      <WaitingStatus isBusy={isChecking}>
        {status} <PaymentCountdown movement={movement} />
      </WaitingStatus>
      <div className={frame.actions}>
        <Button ref={checkButton} variant="primary" aria-disabled={isDisabled} onClick={check}>
          {checkLabel}
          <ButtonKeys of="form.check" />
        </Button>
        {actions}
      </div>
      {note !== undefined && <p className="faint small">{note}</p>}
    </Card>
  )
}

/** The payment details of an online recharge. The payment itself is detected by polling. */
export function OnlineInstruction({ flow, choose }: InstructionProps) {
  const t = useT()
  const options = useOptions()
  const movement = useSelector(flow, ({ context }) => context.record) as RechargeInstruction
  const isReading = useSelector(flow, (snapshot) => snapshot.matches({ instructed: { online: 'reading' } }))
  const { accountNumber, qrText, payUrl, payChannel, payMethod, platOrderNo } = movement
  return (
    <Instruction
      flow={flow}
      choose={choose}
      title={t('money.pay.title', { channel: optionLabel('PayChannel', payChannel ?? '', options) })}
      text={t('money.pay.online')}
      movement={movement}
      status={t('money.pay.waiting')}
      isChecking={isReading}
      checkLabel={t('money.pay.paid')}
      actions={<Button onClick={() => flow.send({ type: 'recharge.again' })}>{t('money.pay.another')}</Button>}
      note={t('money.pay.number', { number: platOrderNo })}
    >
      {[accountNumber, payUrl, qrText].every((one) => one == null) && <p className="faint">{t('app.notAvailable')}</p>}
      {accountNumber !== null && (
        <CopyableValue
          // At a retail till it is a payment code, not an account.
          title={t(payMethod === 'RETAIL' ? 'money.pay.code' : 'field.vaNumber')}
          value={accountNumber}
          shown={groupByFour(accountNumber)}
        />
      )}
      {payUrl != null && PATTERNS.url.test(payUrl) && (
        <>
          <p className={styles.link}>
            <a href={payUrl} target="_blank" rel="noopener noreferrer">
              {t('money.pay.open')}
            </a>
          </p>
          <CopyableValue title={t('money.pay.link')} value={payUrl} isLong />
        </>
      )}
      {qrText != null && (
        <>
          <div className={styles.qr}>
            <QrCode text={qrText} label={t('money.pay.qr')} />
          </div>
          <CopyableValue title={t('money.pay.code')} value={qrText} isLong />
        </>
      )}
    </Instruction>
  )
}

const groupByFour = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')

/** The transfer details of an offline recharge, with a button that makes the gateway check for the payment. */
export function OfflineInstruction({ flow, choose }: InstructionProps) {
  const t = useT()
  const { record, checks, checksLeft } = useSelector(flow, ({ context }) => context)
  const state = useSelector(flow, ({ value }) => (value as { instructed?: { offline?: string } }).instructed?.offline)
  if (record === null) return null
  const { bankName, receiveAccount, receiveName, payerName, payerAccountNumber, platOrderNo } = record
  const isChecking = state === 'checking'
  // While it is read, what the last check found stays.
  const found = state === 'reading' && checks > 0 ? 'notFound' : (state ?? 'idle')
  return (
    <Instruction
      flow={flow}
      choose={choose}
      title={t('money.pay.offline.title')}
      text={t('money.pay.offline')}
      movement={record}
      status={t(STATE_TEXTS[found] ?? 'money.look.idle', { n: checks, left: checksLeft })}
      isChecking={isChecking}
      isDisabled={isChecking}
      checkLabel={t('money.look')}
      actions={<CancelRecharge flow={flow} label={t('money.open.cancel')} isDisabled={isChecking} />}
    >
      {receiveAccount !== null && (
        <CopyableValue title={joinKnown(t('field.receiveAccount'), bankName)} value={receiveAccount} />
      )}
      {receiveName !== null && <CopyableValue title={t('field.receiveName')} value={receiveName} />}
      <DetailList>
        {receiveAccount === null && <Detail title={t('field.receiveAccount')}>{t('app.notAvailable')}</Detail>}
        <Detail title={t('field.payerName')}>{payerName}</Detail>
        <Detail title={t('field.payerAccountNumber')}>{payerAccountNumber}</Detail>
        <Detail title={t('field.platOrderNo')}>{platOrderNo}</Detail>
      </DetailList>
    </Instruction>
  )
}

const STATE_TEXTS: Record<string, MessageKey> = {
  idle: 'money.look.idle',
  checking: 'money.look.checking',
  notYet: 'money.look.notYet',
  notFound: 'money.look.notFound',
  unchecked: 'money.look.unchecked',
}

interface CopyableValueProps {
  title: string
  value: string
  shown?: string
  /** A value that is copied rather than read, cut off after one line. */
  isLong?: boolean
}

/** A value that is needed elsewhere: large, with a copy button. */
function CopyableValue({ title, value, shown = value, isLong = false }: CopyableValueProps) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <div className={styles.copied}>
      <span className="label">{title}</span>
      <span className={isLong ? styles.long : styles.value}>{shown}</span>
      <Button aria-label={t('detail.copy', { field: title })} onClick={() => scope().app.copy(value)}>
        <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
        {t('app.copy')}
      </Button>
    </div>
  )
}

const MINUTE_MS = 60_000

/** The time left to pay, to the second; nothing when the recharge does not expire. */
export function PaymentCountdown({ movement }: { movement: Pick<Movement, 'createTime' | 'expiryPeriod'> }) {
  const t = useT()
  const { serverNow } = useConsole().api
  const now = useTick(serverNow, 1_000)
  if (movement.expiryPeriod === null || movement.createTime === null) return null
  const left = parseTime(movement.createTime) + movement.expiryPeriod * MINUTE_MS - now
  if (left <= 0) return t('timeLeft.over')
  // role="timer" is not announced on each change.
  return <span role="timer">{t('money.pay.left', { time: countdown(left) })}</span>
}
