import { useSetAtom } from 'jotai'
import { routes } from '#commands/navigation/routes.ts'
import { optionLabel } from '#commands/optionLabel.ts'
import { canUse, kindsOf } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { PAY_METHODS } from '#contract/options.ts'
import { FEE_TYPES } from '#contract/rows/fees.ts'
import type { MerchantMethod } from '#contract/rows/merchants.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amount2, amount4, formatRate } from '../../../format/amount.ts'
import { formatTime } from '../../../format/dates.ts'
import { type Loaded, useLoaded } from '../../../loading/useLoaded.ts'
import { currentUserAtom } from '../../../state/user.ts'
import { LoadPlaceholder } from '../../../submission/notices.tsx'
import { type SmallColumn, SmallTable } from '../../../table/SmallTable.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { statusTone } from '../../../ui/Status.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useOptions } from '../../../useOptions.ts'
import { DetailGrid } from '../DetailGrid.tsx'
import { PasscodeSection } from './PasscodeSection.tsx'

/** The account of the merchant, its passcode, payment methods and banks. */
export function MerchantInfo() {
  const t = useT()
  const { api, permissions } = useConsole()
  const options = useOptions()
  const saveUser = useSetAtom(currentUserAtom)
  const info = useLoaded((how, redirects) => api.call(calls.merchantInfo, {}, { ...how, redirects }))
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
  const option = (list: 'MerchantStatus' | 'MerchantType', key: string | null) => optionLabel(list, key, options)
  const amount = kindsOf(permissions).includes('umerchant') ? amount4 : amount2
  const translated = (known: readonly string[], prefix: string, key: string | null) =>
    key !== null && known.includes(key) ? t(`${prefix}.${key}` as MessageKey) : key
  const feeType = translated(FEE_TYPES, 'field.feeType', merchant.feeType)
  return (
    <Page isWide layer="form">
      <Section title={merchant.merchantName ?? merchant.merchantNo ?? t('menu.merchant.info')}>
        <DetailGrid
          details={[
            { title: t('field.merchantNo'), value: merchant.merchantNo, isMono: true, canCopy: true },
            { title: t('field.username'), value: merchant.username, canCopy: true },
            { title: t('field.type'), value: option('MerchantType', merchant.type) },
            { title: t('field.status'), value: option('MerchantStatus', merchant.status), tone: statusTone(merchant.status) },
            { title: t('field.feeType'), value: feeType },
            { title: t('settings.feeRate'), value: formatRate(merchant.feeRate) },
            { title: t('settings.merchantFee'), value: merchant.merchantFee && amount(merchant.merchantFee) },
            { title: t('field.mobile'), value: merchant.mobile, canCopy: true },
            { title: t('settings.payinNotify'), value: merchant.payinNotifyAddress, isMono: true, canCopy: true },
            { title: t('settings.payoutNotify'), value: merchant.payoutNotifyAddress, isMono: true, canCopy: true },
            { title: t('field.createTime'), value: merchant.createTime && formatTime(merchant.createTime) },
            { title: t('settings.lastLogin'), value: merchant.lastLoginTime && formatTime(merchant.lastLoginTime) },
          ]}
        />
        <fieldset className="buttons wrap" aria-label={t('settings.passwords')}>
          <LinkButton href={`#${routes['settings.password'].path}`}>{t('place.password')}</LinkButton>
          {canUse(permissions, 'txn_password') && (
            <LinkButton href={`#${routes['settings.txnPassword'].path}`}>{t('place.txnPassword')}</LinkButton>
          )}
        </fieldset>
      </Section>
      <PasscodeSection
        merchantNo={merchant.merchantNo}
        isOn={merchant.otpEnabled}
        maySwitch={canUse(permissions, 'otp_switch')}
        onSwitched={(otpEnabled) => saveUser((user) => ({ ...user, otpEnabled }))}
      />
      <TableSection
        title={t('settings.methods')}
        loaded={methods}
        columns={methodColumns()}
        rowId={({ payChannel, payMethod, type }) => `${payChannel} ${payMethod} ${type}`}
      />
      <TableSection
        title={t('settings.banks')}
        loaded={banks}
        columns={[
          { id: 'bankCode', title: t('field.bankCode'), text: ({ bankCode }) => bankCode },
          { id: 'bankName', title: t('field.bankName'), text: ({ bankName }) => bankName },
          { id: 'status', title: t('field.status'), text: ({ status }) => option('MerchantStatus', status) },
        ]}
        rowId={({ bankCode }) => bankCode}
      />
    </Page>
  )

  function methodColumns(): SmallColumn<MerchantMethod>[] {
    const channel = (key: string | null) => optionLabel('PayChannel', key, options)
    return [
      {
        id: 'payMethod',
        title: t('field.payMethod'),
        isFlexible: true,
        text: (row) => translated(PAY_METHODS, 'field.payMethod', row.payMethod),
      },
      { id: 'payChannel', title: t('field.payChannel'), isFlexible: true, text: (row) => channel(row.payChannel) },
      { id: 'type', title: t('field.type'), text: (row) => t(row.type === 'PAYIN' ? 'settings.payin' : 'settings.payout') },
      {
        id: 'feeType',
        title: t('field.feeType'),
        isFlexible: true,
        text: (row) => translated(FEE_TYPES, 'field.feeType', row.feeType),
      },
      { id: 'feeRate', title: t('settings.feeRate'), align: 'right', text: (row) => formatRate(row.feeRate) },
      { id: 'merchantFee', title: t('settings.merchantFee'), align: 'right', text: (row) => amount(row.merchantFee) },
      { id: 'minAmount', title: t('field.minAmount'), align: 'right', text: (row) => amount(row.minAmount) },
      { id: 'maxAmount', title: t('field.maxAmount'), align: 'right', text: (row) => amount(row.maxAmount) },
      { id: 'status', title: t('field.status'), text: (row) => option('MerchantStatus', row.status) },
    ]
  }
}

interface TableSectionProps<Row> {
  title: string
  loaded: Loaded<readonly Row[]>
  columns: readonly SmallColumn<Row>[]
  rowId(row: Row): string
}

/** A section with a table of loaded rows. */
function TableSection<Row>({ title, loaded, columns, rowId }: TableSectionProps<Row>) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <Section title={title}>
      {loaded.value === null ? (
        <LoadPlaceholder failure={loaded.failure} onRetry={loaded.retry} />
      ) : (
        <SmallTable
          label={title}
          columns={columns}
          rows={loaded.value}
          rowId={rowId}
          empty={t('noData')}
          onCopy={(text) => void scope().app.copy(text)}
        />
      )}
    </Section>
  )
}
