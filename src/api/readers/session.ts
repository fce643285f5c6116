import type { OptionTexts } from '#contract/options.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import type { Notice } from '#contract/rows/notices.ts'
import type { OpenConfig, SoftphoneConfig, SystemConfig } from '#contract/rows/system.ts'
import type { SavedView } from '#contract/rows/views.ts'
import { always, identityBy, list, map, orElse, record } from './records.ts'
import { amount, flag, key, mark, type Reader, rate, text, time, verbatim } from './values.ts'

export const merchantFields = {
  merchantNo: text,
  merchantName: text,
  username: text,
  mobile: text,
  type: text,
  status: text,
  feeType: key<FeeType>(),
  feeRate: rate,
  merchantFee: amount,
  payinNotifyAddress: text,
  payoutNotifyAddress: text,
  otpEnabled: flag,
  createTime: time,
  lastLoginTime: time,
}

/** The rows of lists have an identity. */
export type Identified<Row> = Row & { id: string }

export const merchantIdentity = identityBy('merchantNo', 'username')

export const merchant = record<Identified<Merchant>>(merchantFields, { identity: merchantIdentity })

export const notice = record<Notice>(
  {
    // Without a type a notice could not be cleared.
    type: orElse(text, 'notification'),
    title: text,
    description: text,
    datetime: time,
    read: mark,
    notifyType: text,
    notifyMsg: text,
    loanAppId: text,
    kind: key<NonNullable<Notice['kind']>>(),
  },
  { identity: identityBy('id') },
)

/** Lists of options with the members of the gateway. */
export const optionTexts = map(map(text)) as Reader<OptionTexts>

export const savedView = record<SavedView, 'list' | 'name' | 'query'>(
  { list: text, name: text, query: verbatim },
  { requires: ['list', 'name', 'query'] },
)

const openConfig = record<OpenConfig>({ hiddenMenus: list(text), docUrl: text })

const softphone = record<SoftphoneConfig, keyof SoftphoneConfig>(
  { server: text, realm: text, identity: text, password: text },
  { requires: ['server', 'realm', 'identity', 'password'] },
)

export const systemConfig = record<SystemConfig>({
  systemConfig: always(
    record<SystemConfig['systemConfig']>({
      mapsKey: text,
      mapsHosts: list(text),
      contactHighlight: map(text),
      smsHighlight: map(text),
      openConfig: always(openConfig),
      sandbox: flag,
      softphone,
    }),
  ),
  openConfig: always(openConfig),
  companySystemInfo: record<NonNullable<SystemConfig['companySystemInfo']>, 'name'>(
    { name: text, logo: text },
    { requires: ['name'] },
  ),
  companyInfoList: list(
    record<SystemConfig['companyInfoList'][number], 'name' | 'merchantNo'>(
      { name: text, merchantNo: text },
      { requires: ['name', 'merchantNo'] },
    ),
  ),
})
