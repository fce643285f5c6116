import { type Answer, type Ask, type Handler, refuse } from './answers.ts'
import type { Data, Row } from './data.ts'
import { bySecret } from './session.ts'
import type { Switches } from './switches.ts'

/** How the next money calls end. `silence` and `fault` move the money all the same: only the answer is lost. */
export type Outcome = 'success' | 'refused' | 'fault' | 'silence' | 'pending'

export const REFUSAL = 'Your limit for today is used up'

const ACCOUNTS = [
  { bankCode: 'MANDIRI', bankName: 'Bank Mandiri', receiveAccount: '1450019982731', receiveName: 'Foreign Payments' },
]

/** Money calls. What they make stands first in its list. */
export function moneyCalls(data: Data, { parts }: Switches, outcome: () => Outcome): Record<string, Handler> {
  let made = 0
  /** Recharges whose money has been looked for once. */
  const checked = new Set<unknown>()

  const move =
    (rows: Row[], fields: readonly string[]) =>
    ({ body }: Ask): Answer => {
      if (outcome() === 'refused') return refuse(422, 'LIMIT', REFUSAL)
      const sent = Object.fromEntries(fields.flatMap((name) => (name in body ? [[name, body[name]]] : [])))
      const row: Row = {
        ...data.idOf(1_000 + ++made),
        ...sent,
        payAmount: data.amount(String(body.payAmount)),
        status: outcome() === 'pending' ? data.words.open : data.words.paid,
        createTime: data.time(),
      }
      rows.unshift(row)
      if (outcome() === 'silence') return 'silence'
      return outcome() === 'fault' ? refuse(500, 'BROKEN', 'Something broke') : { item: row }
    }

  const isNamed = ({ id, merchantOrderNo }: Row, wanted: string) => String(id ?? merchantOrderNo) === wanted

  return {
    'POST /api/account/transfer': bySecret(move(data.transfers, ['merchantOrderNo', 'receiveMerchantNo'])),
    'POST /api/account/withdraw': bySecret(
      move(data.withdraws, ['merchantOrderNo', 'bankCode', 'accountNumber', 'accountHoldName']),
    ),
    'POST /api/account/recharge-online': move(data.recharges, ['merchantOrderNo', 'payChannel']),
    'POST /api/account/recharge-offline': move(data.recharges, ['merchantOrderNo', 'bankCode', 'payerName']),
    'GET /api/account/recharge-offline': () => ({ item: parts === 'whole' ? { accounts: ACCOUNTS } : { record: null } }),
    // The money has arrived when it is looked for again.
    'POST /api/account/recharge-offline-check/{id}': ({ id }) => {
      const row = data.recharges.find((one) => isNamed(one, id))
      if (row === undefined) return refuse(404, 'NO_SUCH_RECORD', 'There is no such recharge')
      if (checked.has(row)) row.status = data.words.paid
      checked.add(row)
      return { item: row }
    },
  }
}
