import { expect, test } from 'vitest'
import type { OptionTexts } from '#contract/options.ts'
import { createRowTexts } from '../../src/detail/rowTexts.ts'
import { createI18n } from '../../src/i18n.ts'
import { recharge } from '../../src/lists/definitions/movements.ts'
import { usdtPayin } from '../../src/lists/definitions/orders.ts'
import type { List } from '../../src/lists/list.ts'
import { createListWords, NO_CHOICES } from '../../src/lists/listWords.ts'

/** The values that a filter of the list offers in front of a gateway with these names. */
async function offered(list: List, field: 'type' | 'payChannel', raw: OptionTexts): Promise<string[]> {
  const i18n = createI18n({ with: ['desk', 'filters'] })
  await i18n.use('en')
  const words = createListWords(createRowTexts(i18n.t, { raw }, list), { raw }, NO_CHOICES)
  const filter = list.filters.find((one) => one.kind === 'several' && one.field === field)
  if (filter?.kind !== 'several') throw new Error(`no filter by ${field}`)
  return words.choicesOf(filter.from).map(({ value }) => value)
}

test('the list of recharges offers the types of recharges', async () => {
  const RecordType = { RECHARGE_ONLINE: 'Online', RECHARGE_OFFLINE: 'Offline', WITHDRAW: 'Withdrawal' }
  expect(await offered(recharge, 'type', { RecordType })).toEqual(['RECHARGE_ONLINE', 'RECHARGE_OFFLINE'])
})

test('the list of recharges offers all types of a gateway that has other types', async () => {
  const RecordType = { TOPUP: 'Top-up', CASHOUT: 'Cash out' }
  expect(await offered(recharge, 'type', { RecordType })).toEqual(['TOPUP', 'CASHOUT'])
})

test('a list of USDT offers networks, of all channels that an account has', async () => {
  const PayChannel = { VA_BCA: 'BCA', USDT_TRC20: 'USDT TRC20', USDT_BEP20: 'USDT BEP20' }
  expect(await offered(usdtPayin, 'payChannel', { PayChannel })).toEqual(['USDT_TRC20', 'USDT_BEP20'])
})
