import { expect, test } from 'vitest'
import type { FormDraft } from '#machines/money/submission.ts'
import { createFormDrafts } from '../../src/state/formDrafts.ts'
import type { Receipts } from '../../src/state/receipts.ts'
import type { Store } from '../../src/state/storage.ts'

/** A browser's memory: what it holds of forms, and of receipts. */
function memory() {
  const texts = new Map<string, string>()
  const pictures = new Map<string, string>()
  const store: Pick<Store, 'own'> = {
    own: (name) => ({
      get: () => JSON.parse(texts.get(name) ?? 'null'),
      set: (value) => (value === null ? texts.delete(name) : texts.set(name, JSON.stringify(value))),
    }),
  }
  const receipts: Receipts = {
    get: async (owner) => pictures.get(owner) ?? '',
    set: (owner, url) => void (url === '' ? pictures.delete(owner) : pictures.set(owner, url)),
    keepOnly: (forms) => void [...pictures.keys()].filter((one) => !forms().includes(one)).map((one) => pictures.delete(one)),
  }
  return { texts, pictures, tab: (name = 'T1') => createFormDrafts(store, receipts, name) }
}

const form = (owner: string, at: FormDraft['at'], number: string | null, more: Record<string, string> = {}): FormDraft => ({
  owner,
  at,
  submission: number === null ? null : { number, idempotencyKey: `K-${number}` },
  values: { payAmount: '50000', ...more },
})

test('a form is found as it was left, at its last step only', async () => {
  const { texts, tab } = memory()
  const forms = tab()
  forms.keep('withdraw', form('M1', 'editing', null))
  forms.keep('withdraw', form('M1', 'reviewing', 'C1'))
  forms.keep('withdraw', form('M1', 'sent', 'C1'))
  expect(await tab().find('withdraw', 'M1')).toEqual(form('M1', 'sent', 'C1'))
  expect(JSON.parse(texts.get('money.withdraw') ?? '')).toHaveLength(1)
  forms.forget('withdraw', 'M1', 'C1')
  expect(await tab().find('withdraw', 'M1')).toBeNull()
  expect(texts.size).toBe(0)
})

test('what one account has sent is not lost by what another types, and nobody finds what another left', async () => {
  const { tab } = memory()
  tab().keep('transfer', form('M1', 'sent', 'C1'))
  expect(await tab().find('transfer', 'M2')).toBeNull()
  tab().keep('transfer', form('M2', 'editing', null))
  expect(await tab().find('transfer', 'M2')).toEqual(form('M2', 'editing', null))
  expect(await tab().find('transfer', 'M1')).toEqual(form('M1', 'sent', 'C1'))
  expect(await tab().find('transfer', 'M2')).toBeNull()
})

test('what one tab has sent is not lost by what another types or is done with', async () => {
  const { tab } = memory()
  const [one, other] = [tab('T1'), tab('T2')]
  one.keep('withdraw', form('M1', 'sent', 'C1'))
  other.keep('withdraw', form('M1', 'reviewing', 'C2'))
  other.keep('withdraw', form('M1', 'sent', 'C2'))
  other.forget('withdraw', 'M1', 'C2')
  other.keep('withdraw', form('M1', 'editing', null))
  expect(await tab().find('withdraw', 'M1')).toEqual(form('M1', 'sent', 'C1'))
})

test('what stands there and is no list of forms counts as nothing', async () => {
  const { texts, tab } = memory()
  texts.set('money.withdraw', '{"at":"sent"}')
  expect(await tab().find('withdraw', 'M1')).toBeNull()
})

test('a refusal makes of what was sent a form again', async () => {
  const { tab } = memory()
  tab().keep('withdraw', form('M1', 'sent', 'C1'))
  tab().keep('withdraw', form('M1', 'editing', 'C1'))
  expect(await tab().find('withdraw', 'M1')).toEqual(form('M1', 'editing', 'C1'))
})

test('a receipt lives as long as its form', async () => {
  const { texts, pictures, tab } = memory()
  const slip = { receipt: 'data:image/png;base64,AAAA' }
  tab().keep('rechargeOffline', form('M1', 'editing', null, slip))
  expect(texts.get('money.rechargeOffline')).not.toContain('base64')
  expect(await tab().find('rechargeOffline', 'M1')).toEqual(form('M1', 'editing', null, slip))
  // Taken away again.
  tab().keep('rechargeOffline', form('M1', 'editing', null))
  expect(pictures.size).toBe(0)
  tab().keep('rechargeOffline', form('M1', 'sent', 'C1', slip))
  tab().forget('rechargeOffline', 'M1', 'C1')
  expect(pictures.size).toBe(0)
  // Another account signs in.
  tab().keep('rechargeOffline', form('M1', 'editing', null, slip))
  await tab().find('rechargeOffline', 'M2')
  expect(pictures.size).toBe(0)
})

test('signing out forgets what was not sent, with its receipt, and the payment details of an open recharge', async () => {
  const { texts, pictures, tab } = memory()
  const forms = tab()
  const slip = { receipt: 'data:image/png;base64,AAAA' }
  forms.keep('rechargeOffline', form('M1', 'reviewing', 'C1', slip))
  forms.keep('withdraw', form('M1', 'sent', 'C2'))
  forms.openRecharge.set({ id: '1' } as never)
  forms.forgetUnsent()
  expect([...texts.keys()]).toEqual(['money.withdraw'])
  expect(pictures.size).toBe(0)
})

test('each tab has its own half-filled form and receipt, also after a reload, and what one has sent any finds', async () => {
  const { pictures, tab } = memory()
  const slip = (letter: string) => ({ receipt: `data:image/png;base64,${letter}` })
  tab('T1').keep('rechargeOffline', form('M1', 'editing', null, slip('A')))
  tab('T2').keep('rechargeOffline', form('M1', 'editing', null, { ...slip('B'), remark: 'other' }))
  expect(await tab('T1').find('rechargeOffline', 'M1')).toEqual(form('M1', 'editing', null, slip('A')))
  expect(await tab('T2').find('rechargeOffline', 'M1')).toMatchObject({ values: slip('B') })
  // A new one goes on with what was typed last.
  expect(await tab('T3').find('rechargeOffline', 'M1')).toMatchObject({ values: slip('B') })
  tab('T1').keep('rechargeOffline', form('M1', 'sent', 'C1', slip('A')))
  expect(await tab('T2').find('rechargeOffline', 'M1')).toEqual(form('M1', 'sent', 'C1', slip('A')))
  tab('T2').forget('rechargeOffline', 'M1', 'C1')
  expect([...pictures.values()]).toEqual([slip('B').receipt])
  expect(await tab('T1').find('rechargeOffline', 'M1')).toMatchObject({ values: { remark: 'other' } })
})

test('what another tab only opened is done with once it was sent here', async () => {
  const { tab } = memory()
  tab('T1').keep('withdraw', form('M1', 'editing', null))
  tab('T2').keep('withdraw', form('M1', 'sent', 'C1'))
  tab('T2').forget('withdraw', 'M1', 'C1')
  expect(await tab('T1').find('withdraw', 'M1')).toBeNull()
})
