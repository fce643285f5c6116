import { expect, test } from 'vitest'
import type { OptionTexts } from '#contract/options.ts'
import { createRowTexts } from '../../src/detail/rowTexts.ts'
import { createI18n } from '../../src/i18n.ts'
import { recharge } from '../../src/lists/definitions/movements.ts'
import { createListWords, NO_CHOICES } from '../../src/lists/listWords.ts'

/** The types that the list of recharges offers in front of a gateway with these types of movements. */
async function rechargeTypes(types: Record<string, string>): Promise<string[]> {
  const i18n = createI18n({ with: ['desk', 'filters'] })
  await i18n.use('en')
  const raw: OptionTexts = { RecordType: types }
  const words = createListWords(createRowTexts(i18n.t, { raw }, recharge), { raw }, NO_CHOICES)
  const filter = recharge.filters.find((one) => one.kind === 'several' && one.field === 'type')
  if (filter?.kind !== 'several') throw new Error('no filter by type')
  return words.choicesOf(filter.from).map(({ value }) => value)
}

test('the list of recharges offers the types of recharges', async () => {
  const types = { RECHARGE_ONLINE: 'Online', RECHARGE_OFFLINE: 'Offline', WITHDRAW: 'Withdrawal' }
  expect(await rechargeTypes(types)).toEqual(['RECHARGE_ONLINE', 'RECHARGE_OFFLINE'])
})

test('the list of recharges offers all types of a gateway that has other types', async () => {
  expect(await rechargeTypes({ TOPUP: 'Top-up', CASHOUT: 'Cash out' })).toEqual(['TOPUP', 'CASHOUT'])
})
