import { type Answer, DONE, type Handler } from './answers.ts'
import { type Data, type Row, summary } from './data.ts'
import { bySecret } from './session.ts'
import type { Switches } from './switches.ts'

const DAY = 86_400_000
const WIB = 7 * 3_600_000
const dayText = (now: number, n: number): string => new Date(now + WIB - n * DAY).toISOString().slice(0, 10)

/** Accounts, dashboards, option lists and settings. */
export function settingsCalls(data: Data, switches: Switches, now: number): Record<string, Handler> {
  const { amount, words } = data
  const isWhole = switches.parts === 'whole'
  const sums = summary(data, switches)
  const days = isWhole ? Array.from({ length: 7 }, (_, n) => ({ date: dayText(now, n), ...sums })) : []
  const balances = { available: amount('9000000.00'), total: amount('9500000.00') }
  let ips = { apiWhiteIp: '203.0.113.7,198.51.100.2', loginWhiteIp: '' }
  const split = (text: string): string[] => text.split(',').filter((one) => one !== '')
  const ipLists = () => (isWhole ? { apiWhiteIp: split(ips.apiWhiteIp), loginWhiteIp: split(ips.loginWhiteIp) } : ips)
  const keys: Row = { secret: 'f0re1gn5ecret', ...(isWhole && { merchantPublicKey: '', platPublicKey: 'MIIBIjANBgkq' }) }
  const info: Row = { merchantNo: 'F100', ...(isWhole && { status: 'ACTIVE', type: 'NORMAL', feeType: 'FIXED' }) }
  const item = (value: unknown) => (): Answer => ({ item: value })
  const shownKeys = (): Row => {
    if (switches.secrets === 'full') return keys
    return switches.secrets === 'masked' ? { ...keys, secret: '********' } : { ...keys, secret: undefined }
  }
  const reset = bySecret(({ body: { target } }) => {
    const isSent = isWhole && switches.secrets === 'full'
    if (target === 'keypair') return { item: { ...shownKeys(), ...(isSent && { platPrivateKey: 'MIIEvQIBADAN' }) } }
    keys.secret = `new-${keys.secret}`
    return { item: isWhole && switches.secrets === 'full' ? keys : { merchantNo: 'F100' } }
  })
  const reveal = bySecret(() => ({ item: switches.secrets === 'withheld' ? shownKeys() : keys }))
  const added: Handler = ({ body }) => {
    const row = { merchantNo: `F${400 + data.subMerchants.length}`, status: 'ACTIVE', feeType: body.feeType }
    data.subMerchants.unshift(row)
    return { item: row }
  }
  return {
    'GET /api/index/enums': item(isWhole ? optionTexts(words) : {}),
    'GET /api/index/': item(isWhole ? { today: sums, yesterday: sums } : {}),
    'GET /api/index/daily-chart': item(days),
    'GET /api/merchant/method': item([{ payMethod: words.method, payChannel: words.channel, feeRate: '0.006' }]),
    'GET /api/merchant/bank': item([{ bankCode: 'BCA', bankName: 'Bank Central Asia' }]),
    'GET /api/merchant/info': item(info),
    'GET /api/merchant/ip-list': () => ({ item: ipLists() }),
    'POST /api/merchant/ip-list': bySecret(({ body: { apiWhiteIp, loginWhiteIp } }) => {
      ips = { apiWhiteIp: String(apiWhiteIp ?? ips.apiWhiteIp), loginWhiteIp: String(loginWhiteIp ?? ips.loginWhiteIp) }
      return DONE
    }),
    'GET /api/merchant/secret': () => ({ item: shownKeys() }),
    'POST /api/merchant/secret': (ask) => {
      const { body } = ask
      if (body.action === 'reset') return reset(ask)
      if (body.action === 'reveal') return reveal(ask)
      for (const name of ['merchantPublicKey', 'payinNotifyAddress', 'payoutNotifyAddress'])
        if (name in body) keys[name] = body[name]
      return { item: shownKeys() }
    },
    'POST /api/merchant/create': added,
    'GET /api/agent/dashboard/index': item(isWhole ? { summary: sums, merchantCount: 5 } : {}),
    'GET /api/agent/dashboard/latest': item(days),
    'GET /api/agent/merchant/list': item(data.agentMerchants),
    'GET /api/agent/merchant/merchant-data': item(isWhole ? { summary: sums, days } : {}),
    'POST /api/transaction/payin-count': item(sums),
    'POST /api/transaction/payout-count': item(sums),
    'GET /api/transaction/pay-channel': item([{ payChannel: words.channel, payMethod: words.method }]),
    'GET /api/transaction/merchant': item([{ merchantNo: 'F100' }, { merchantNo: 'F200' }]),
    'GET /api/account/info': item(
      isWhole ? { ...balances, payinFreeze: amount('500000.00'), payoutFreeze: amount('0.00') } : balances,
    ),
    'GET /api/account/daily': () => ({ rows: days }),
    'GET /api/account/detail': () => ({ rows: data.entries }),
    'POST /api/account/sub': () => ({ rows: data.subMerchants }),
    'PUT /api/account/sub': added,
    'PUT /api/account/update-sub': ({ body }) => {
      const row = data.subMerchants.find(({ merchantNo }) => merchantNo === body.merchantNo)
      return { item: Object.assign(row ?? {}, { feeType: body.feeType ?? row?.feeType }) }
    },
  }
}

const optionTexts = ({ paid, open, failed, channel }: Data['words']) => {
  const statuses = { [paid]: 'Paid', [open]: 'Waiting', [failed]: 'Rejected' }
  return { PayinOrderStatus: statuses, PayoutOrderStatus: statuses, PayChannel: { [channel]: 'A foreign channel' } }
}
