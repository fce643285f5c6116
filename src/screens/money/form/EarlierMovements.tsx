import type { ReactNode } from 'react'
import { NO_ACCOUNT } from '#contract/rows/accounts.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { amountText } from '../../../format/amount.ts'
import { formatTime } from '../../../format/dates.ts'
import { joinKnown } from '../../../format/joinKnown.ts'
import { ButtonKeys } from '../../../keyboard/CommandKeys.tsx'
import { useT } from '../../../useConsole.tsx'
import type { FormContext, MoneyKind, Values } from '../flow/kinds.ts'
import type { Earlier, KnownAccount } from '../flow/recent.ts'
import styles from './form.module.css'

export interface EarlierMovementsProps {
  kind: MoneyKind
  formContext: FormContext
  earlier: Earlier
  /** The recent movement that the form was filled in from last. */
  filledFrom: Movement | null
  onRecent(movement: Movement): void
  onAccount(values: Values): void
}

/** The last movements of the same kind, and the accounts they went to. Each fills the form in; nothing is sent. */
export function EarlierMovements({ kind, formContext, earlier, filledFrom, onRecent, onAccount }: EarlierMovementsProps) {
  const t = useT()
  const accounts = withSettlement(kind, formContext, earlier.accounts)
  if (earlier.recent.length === 0 && accounts.length === 0) return null
  return (
    <>
      {earlier.recent.length > 0 && (
        <Group title={t('money.recent')} keys={<ButtonKeys of="form.refill" />}>
          {earlier.recent.map((movement) => (
            <li key={movement.id}>
              <button
                type="button"
                className={styles.earlier}
                aria-pressed={movement.id === filledFrom?.id}
                onClick={() => onRecent(movement)}
              >
                <strong>{amountText(movement)}</strong>
                <span className={styles.day}>{formatTime(movement.createTime).slice(0, 10)}</span>
                <span className={styles.party}>{partyOf(kind, movement, formContext)}</span>
              </button>
            </li>
          ))}
        </Group>
      )}
      {accounts.length > 0 && (
        <Group title={t('money.accounts')}>
          {accounts.map(({ values, bankName, isSettlement }) => (
            <li key={`${values.bankCode} ${values.accountNumber}`}>
              <button type="button" className={styles.earlier} onClick={() => onAccount(values)}>
                <strong>{joinKnown(bankName ?? values.bankCode ?? null, values.accountNumber ?? null)}</strong>
                {isSettlement && <span className={styles.day}>{t('money.settle')}</span>}
                <span className={styles.party}>{values.accountHoldName}</span>
              </button>
            </li>
          ))}
        </Group>
      )}
    </>
  )
}

const Group = ({ title, keys, children }: { title: string; keys?: ReactNode; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className={`label ${styles.groupTitle}`}>
      {title}
      {keys}
    </h2>
    <ul className={styles.group}>{children}</ul>
  </section>
)

/** The other side of a movement: an account, a merchant or a channel. */
function partyOf(kind: MoneyKind, movement: Movement, { channels, receivers }: FormContext): string {
  const { bankName, bankCode, accountNumber, accountHoldName, receiveMerchantNo, receiveName, payChannel, payerName } = movement
  if (kind.name === 'withdraw') return joinKnown(bankName ?? bankCode, accountNumber, accountHoldName)
  if (kind.name === 'transfer') {
    const known = receivers.find(({ merchantNo }) => merchantNo === receiveMerchantNo)
    return joinKnown(receiveName ?? known?.merchantName ?? null, receiveMerchantNo)
  }
  if (kind.name === 'rechargeOffline') return joinKnown(bankName ?? bankCode, payerName)
  return channels.find((channel) => channel.payChannel === payChannel)?.name ?? payChannel ?? ''
}

/** The settlement account first: money goes there most. */
function withSettlement(kind: MoneyKind, { info: { settle } }: FormContext, known: readonly KnownAccount[]) {
  const accounts = known.map((account) => ({ ...account, isSettlement: false }))
  if (kind.name !== 'withdraw' || settle === null || settle === NO_ACCOUNT) return accounts
  const { bankName, bankCode, accountNumber, accountHoldName } = settle
  if (!bankCode || !accountNumber || !accountHoldName) return accounts
  const rest = accounts.filter(({ values }) => values.bankCode !== bankCode || values.accountNumber !== accountNumber)
  const own = { values: { bankCode, accountNumber, accountHoldName }, bankName, isSettlement: true }
  return [own, ...rest]
}
