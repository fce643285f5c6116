import { useSetAtom } from 'jotai'
import { routes } from '#commands/navigation/routes.ts'
import { optionLabel } from '#commands/optionLabel.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantMethod } from '#contract/rows/merchants.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amount2, amount4 } from '../../../format/amount.ts'
import { formatTime } from '../../../format/dates.ts'
import { currentUserAtom } from '../../../state/user.ts'
import { LoadPlaceholder } from '../../../submission/notices.tsx'
import { type SmallColumn, SmallTable } from '../../../table/SmallTable.tsx'
import button from '../../../ui/Button.module.css'
import { Page, Section } from '../../../ui/Sections.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useOptions } from '../../../useOptions.ts'
import { DetailGrid } from '../DetailGrid.tsx'
import styles from '../form/settings.module.css'
import { useLoaded } from '../form/useLoaded.ts'
import { rateText } from '../rateText.ts'
import { merchantTone } from './merchantTone.ts'
import { PasscodeSection } from './PasscodeSection.tsx'

/** The account of the merchant, its passcode, payment methods and banks. */
export function MerchantInfo() {
  const t = useT()
  const { api, permissions, scope } = useConsole()
  const options = useOptions()
  const saveUser = useSetAtom(currentUserAtom)
  const info = useLoaded((how) => api.call(calls.merchantInfo, {}, { ...how, redirects: true }))
  const methods = useLoaded((how) => api.call(calls.merchantMethods, {}, how))
  const banks = useLoaded((how) => api.call(calls.merchantBanks, {}, how))

  if (info.value === null) {
    return (
      <Page isWide layer="form">
        <LoadPlaceholder failure={info.failure} onRetry={info.retry} />
      </Page>
    )
  }
  const merchant = info.value
  const app = scope().app
  const copy = (text: string) => void app.copy(text)
  const option = (list: 'MerchantStatus' | 'MerchantType', key: string) => optionLabel(list, key, options)
  const amount = merchant.type === 'UMERCHANT' ? amount4 : amount2
  const feeType = merchant.feeType === null ? null : t(`field.feeType.${merchant.feeType}`)
  return (
    <Page isWide layer="form">
      <Section title={merchant.merchantName}>
        <DetailGrid
          details={[
            { title: t('field.merchantNo'), value: merchant.merchantNo, isMono: true, canCopy: true },
            { title: t('field.username'), value: merchant.username, canCopy: true },
            { title: t('field.type'), value: option('MerchantType', merchant.type) },
            {
              title: t('field.status'),
              value: option('MerchantStatus', merchant.status),
              draw: <Status tone={merchantTone(merchant.status)}>{option('MerchantStatus', merchant.status)}</Status>,
            },
            { title: t('field.feeType'), value: feeType },
            { title: t('settings.feeRate'), value: rateText(merchant.feeRate) },
            { title: t('settings.merchantFee'), value: merchant.merchantFee && amount(merchant.merchantFee) },
            { title: t('field.mobile'), value: merchant.mobile, canCopy: true },
            { title: t('settings.payinNotify'), value: merchant.payinNotifyAddress, isMono: true, canCopy: true },
            { title: t('settings.payoutNotify'), value: merchant.payoutNotifyAddress, isMono: true, canCopy: true },
            { title: t('field.createTime'), value: formatTime(merchant.createTime) },
            { title: t('settings.lastLogin'), value: merchant.lastLoginTime && formatTime(merchant.lastLoginTime) },
          ]}
        />
        <nav className={styles.links} aria-label={t('settings.passwords')}>
          <a className={button.plain} href={`#${routes['settings.password'].path}`}>
            {t('place.password')}
          </a>
          {permissions.includes('txn_password') && (
            <a className={button.plain} href={`#${routes['settings.txnPassword'].path}`}>
              {t('place.txnPassword')}
            </a>
          )}
        </nav>
      </Section>
      <PasscodeSection
        merchantNo={merchant.merchantNo}
        isOn={merchant.otpEnabled}
        maySwitch={permissions.includes('otp_switch')}
        onSwitched={(otpEnabled) => saveUser((user) => ({ ...user, otpEnabled }))}
      />
      <Section title={t('settings.methods')}>
        {methods.value === null ? (
          <LoadPlaceholder failure={methods.failure} onRetry={methods.retry} />
        ) : (
          <SmallTable
            label={t('settings.methods')}
            columns={methodColumns()}
            rows={methods.value}
            rowId={({ payChannel, type }) => `${payChannel} ${type}`}
            empty={t('noData')}
            onCopy={copy}
          />
        )}
      </Section>
      <Section title={t('settings.banks')}>
        {banks.value === null ? (
          <LoadPlaceholder failure={banks.failure} onRetry={banks.retry} />
        ) : (
          <SmallTable
            label={t('settings.banks')}
            columns={[
              { id: 'bankCode', title: t('field.bankCode'), text: ({ bankCode }) => bankCode },
              { id: 'bankName', title: t('field.bankName'), text: ({ bankName }) => bankName },
              { id: 'status', title: t('field.status'), text: ({ status }) => option('MerchantStatus', status) },
            ]}
            rows={banks.value}
            rowId={({ bankCode }) => bankCode}
            empty={t('noData')}
            onCopy={copy}
          />
        )}
      </Section>
    </Page>
  )

  function methodColumns(): SmallColumn<MerchantMethod>[] {
    const channel = (key: string) => optionLabel('PayChannel', key, options)
    return [
      {
        id: 'payMethod',
        title: t('field.payMethod'),
        isFlexible: true,
        text: (row) => t(`field.payMethod.${row.payMethod}` as MessageKey),
      },
      { id: 'payChannel', title: t('field.payChannel'), isFlexible: true, text: (row) => channel(row.payChannel) },
      { id: 'type', title: t('field.type'), text: (row) => t(row.type === 'PAYIN' ? 'settings.payin' : 'settings.payout') },
      { id: 'feeType', title: t('field.feeType'), isFlexible: true, text: (row) => t(`field.feeType.${row.feeType}`) },
      { id: 'feeRate', title: t('settings.feeRate'), align: 'right', text: (row) => rateText(row.feeRate) ?? '–' },
      { id: 'merchantFee', title: t('settings.merchantFee'), align: 'right', text: (row) => amount(row.merchantFee) },
      { id: 'minAmount', title: t('field.minAmount'), align: 'right', text: (row) => amount(row.minAmount) },
      { id: 'maxAmount', title: t('field.maxAmount'), align: 'right', text: (row) => amount(row.maxAmount) },
      { id: 'status', title: t('field.status'), text: (row) => option('MerchantStatus', row.status) },
    ]
  }
}
