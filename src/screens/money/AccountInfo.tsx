import { useRef } from 'react'
import type { CommandId } from '#commands/index.ts'
import { isPermitted } from '#commands/registry.ts'
import { calls } from '#contract/calls.ts'
import { type AccountInfo as Info, NO_ACCOUNT } from '#contract/rows/accounts.ts'
import { titleOf } from '../../commandText.ts'
import { amountFormatter } from '../../format/amount.ts'
import { ButtonKeys } from '../../keyboard/CommandKeys.tsx'
import { useLoaded } from '../../loading/useLoaded.ts'
import { withCommandRuntime } from '../../loading/withCommandRuntime.tsx'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './AccountInfo.module.css'
import { Card, Detail, DetailList, FormSkeleton, MoneyAmount, MoneyPage, useFocusIfLost } from './MoneyPage.tsx'
import frame from './money.module.css'

const ACTIONS: readonly CommandId[] = [
  'recharge.online',
  'recharge.offline',
  'withdraw.start',
  'transfer.start',
  'nav.account.detail',
]

/** The balance of the account, its limits and fees, and its settlement account. */
export function AccountInfo() {
  const t = useT()
  const { api } = useConsole()
  const { value, failure, retry } = useLoaded((how, redirects) => api.call(calls.accountInfo, {}, { ...how, redirects }))
  return (
    <MoneyPage isWide>
      {value === null && failure === null && <FormSkeleton />}
      {failure !== null && <Failure title={t('money.unprepared')} text={t('money.unprepared.text')} retry={retry} />}
      {value !== null && <Account info={value} />}
    </MoneyPage>
  )
}

function Account({ info }: { info: Info }) {
  const t = useT()
  const shown = amountFormatter(info.currency)
  const { withdraw, transfer, recharge, settle } = info
  const isUnknown = [withdraw, transfer, recharge].every(({ min, max }) => min === null && max === null)
  return (
    <div className={styles.info}>
      <section className={frame.card} aria-labelledby="money-balance">
        <h2 id="money-balance" className="label">
          {t('field.available')}
        </h2>
        <MoneyAmount value={info.available} currency={info.currency} />
        <DetailList>
          <Detail title={t('field.payinFreeze')}>{shown(info.payinFreeze)}</Detail>
          <Detail title={t('field.payoutFreeze')}>{shown(info.payoutFreeze)}</Detail>
          <Detail title={t('field.total')}>{shown(info.total)}</Detail>
        </DetailList>
        <Actions />
      </section>
      <Card title={t('money.terms')}>
        {isUnknown ? (
          <p className="faint small">{t('app.notAvailable')}</p>
        ) : (
          <table className={styles.terms}>
            <thead>
              <tr>
                <th scope="col">{t('money.terms.what')}</th>
                <th scope="col">{t('money.least')}</th>
                <th scope="col">{t('money.most')}</th>
                <th scope="col">{t('field.payFee')}</th>
              </tr>
            </thead>
            <tbody>
              {(
                [
                  ['menu.account.withdraw', withdraw, withdraw.serviceFee],
                  ['menu.account.transfer-merchant', transfer, transfer.transferFee],
                  ['menu.account.recharge', recharge, ''],
                ] as const
              ).map(([title, { min, max }, fee]) => (
                <tr key={title}>
                  <th scope="row">{t(title)}</th>
                  <td>{shown(min)}</td>
                  <td>{shown(max)}</td>
                  <td>{fee !== null && /^[0.]*$/.test(fee) ? t('money.free') : shown(fee)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      <Card title={t('money.settle')}>
        {settle === null || settle === NO_ACCOUNT ? (
          <p className="faint small">{t(settle === null ? 'app.notAvailable' : 'money.settle.none')}</p>
        ) : (
          <DetailList>
            <Detail title={t('field.bankName')}>{settle.bankName}</Detail>
            <Detail title={t('field.accountNumber')}>{settle.accountNumber}</Detail>
            <Detail title={t('field.accountHoldName')}>{settle.accountHoldName}</Detail>
          </DetailList>
        )}
      </Card>
    </div>
  )
}

/** Buttons of the permitted commands with their keys. The first one takes the focus. */
const Actions = withCommandRuntime(() => {
  const t = useT()
  const { registry, runner, scope } = useConsole()
  const first = useRef<HTMLButtonElement>(null)
  useFocusIfLost(() => first.current)
  const offered = ACTIONS.map(registry.get).filter((command) => isPermitted(command, scope()))
  return (
    <div className={frame.actions}>
      {offered.map((command, nth) => (
        <Button key={command.id} ref={nth === 0 ? first : null} onClick={() => runner.begin(command.id)}>
          {titleOf(command, t)}
          <ButtonKeys of={command.id as CommandId} />
        </Button>
      ))}
    </div>
  )
})
