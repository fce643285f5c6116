import type { AppScope } from '#commands/scope.ts'
import type { Deed } from '#contract/merchantRows.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Translate } from '../../i18n.ts'

/** What can be looked for in the history. */
export const ACTIONS = [
  'login',
  'logout',
  'notify',
  'check',
  'close',
  'retry',
  'cancel',
  'simulate',
  'withdraw',
  'transfer',
  'recharge',
  'export',
  'password',
  'txnPassword',
  'passcodeOn',
  'passcodeOff',
  'passcodeSecret',
  'ipLists',
  'keys',
  'revealSecret',
  'resetSecret',
  'resetKeyPair',
  'createMerchant',
  'updateMerchant',
  'locale',
  'clearNotices',
] as const

export const actionKey = (action: (typeof ACTIONS)[number]) => `history.action.${action}` as const

const OUTCOMES: readonly string[] = [
  'SENDING',
  'ACKNOWLEDGED',
  'NOT_ACKNOWLEDGED',
  'HTTP_ERROR',
  'TIMEOUT',
  'UNREACHABLE',
  'REFUSED_ADDRESS',
  'INTERRUPTED',
]

/** What came of it: how a callback ended, from where to where something moved and how it stands now. What is in the list was done. */
export function resultOf({ kind, status, detail }: Deed, t: Translate, app: Pick<AppScope, 'options'>): string {
  const { outcome, from, to, rows } = detail ?? {}
  if (typeof outcome === 'string' && OUTCOMES.includes(outcome)) return t(`detail.outcome.${outcome}` as MessageKey)
  const word = (key: string) => statusIn(kind, key, app)
  const parts = [
    typeof from === 'string' && typeof to === 'string' ? `${word(from)} → ${word(to)}` : null,
    status !== null && status !== to ? word(status) : null,
    typeof rows === 'number' ? t('history.rows', { n: rows }) : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? t('history.done') : parts.join(' · ')
}

function statusIn(kind: string | null, key: string, app: Pick<AppScope, 'options'>): string {
  const list =
    kind === null
      ? 'MerchantStatus'
      : kind.endsWith('PAYIN')
        ? 'PayinOrderStatus'
        : kind.endsWith('PAYOUT')
          ? 'PayoutOrderStatus'
          : 'RecordStatus'
  return app.options(list).find((one) => one.key === key)?.value ?? key
}
