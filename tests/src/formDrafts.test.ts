import { expect, test } from 'vitest'
import type { FormDraft } from '#machines/money/submission.ts'
import { createFormDrafts } from '../../src/state/formDrafts.ts'
import type { Receipts } from '../../src/state/receipts.ts'
import type { Store } from '../../src/state/storage.ts'

/** A store for forms and receipts as in a browser. */
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

test('only the last step of a form is stored', async () => {
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

test('a sent form survives another account, and forms are found only by their owner', async () => {
  const { tab } = memory()
  tab().keep('transfer', form('M1', 'sent', 'C1'))
  expect(await tab().find('transfer', 'M2')).toBeNull()
  tab().keep('transfer', form('M2', 'editing', null))
  expect(await tab().find('transfer', 'M2')).toEqual(form('M2', 'editing', null))
  expect(await tab().find('transfer', 'M1')).toEqual(form('M1', 'sent', 'C1'))
  expect(await tab().find('transfer', 'M2')).toBeNull()
})

test('a form sent by one tab survives the edits and submissions of another tab', async () => {
  const { tab } = memory()
  const [one, other] = [tab('T1'), tab('T2')]
  one.keep('withdraw', form('M1', 'sent', 'C1'))
  other.keep('withdraw', form('M1', 'reviewing', 'C2'))
  other.keep('withdraw', form('M1', 'sent', 'C2'))
  other.forget('withdraw', 'M1', 'C2')
  other.keep('withdraw', form('M1', 'editing', null))
  expect(await tab().find('withdraw', 'M1')).toEqual(form('M1', 'sent', 'C1'))
})

test('a stored value that is not a list of forms is ignored', async () => {
  const { texts, tab } = memory()
  texts.set('money.withdraw', '{"at":"sent"}')
  expect(await tab().find('withdraw', 'M1')).toBeNull()
})

test('a refusal turns a sent form into an editable one', async () => {
  const { tab } = memory()
  tab().keep('withdraw', form('M1', 'sent', 'C1'))
  tab().keep('withdraw', form('M1', 'editing', 'C1'))
  expect(await tab().find('withdraw', 'M1')).toEqual(form('M1', 'editing', 'C1'))
})

test('a receipt is deleted with its form', async () => {
  const { texts, pictures, tab } = memory()
  const slip = { receipt: 'data:image/png;base64,AAAA' }
  tab().keep('rechargeOffline', form('M1', 'editing', null, slip))
  expect(texts.get('money.rechargeOffline')).not.toContain('base64')
  expect(await tab().find('rechargeOffline', 'M1')).toEqual(form('M1', 'editing', null, slip))
  // The receipt is removed.
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

test('signing out deletes unsent forms with their receipts, and the details of an open recharge', async () => {
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

test('each tab keeps its own unsent form and receipt, and finds the sent forms of all tabs', async () => {
  const { pictures, tab } = memory()
  const slip = (letter: string) => ({ receipt: `data:image/png;base64,${letter}` })
  tab('T1').keep('rechargeOffline', form('M1', 'editing', null, slip('A')))
  tab('T2').keep('rechargeOffline', form('M1', 'editing', null, { ...slip('B'), remark: 'other' }))
  expect(await tab('T1').find('rechargeOffline', 'M1')).toEqual(form('M1', 'editing', null, slip('A')))
  expect(await tab('T2').find('rechargeOffline', 'M1')).toMatchObject({ values: slip('B') })
  // A new tab starts with the latest unsent form.
  expect(await tab('T3').find('rechargeOffline', 'M1')).toMatchObject({ values: slip('B') })
  tab('T1').keep('rechargeOffline', form('M1', 'sent', 'C1', slip('A')))
  expect(await tab('T2').find('rechargeOffline', 'M1')).toEqual(form('M1', 'sent', 'C1', slip('A')))
  tab('T2').forget('rechargeOffline', 'M1', 'C1')
  expect([...pictures.values()]).toEqual([slip('B').receipt])
  expect(await tab('T1').find('rechargeOffline', 'M1')).toMatchObject({ values: { remark: 'other' } })
})

test('an unsent copy in another tab is deleted once the form was sent here', async () => {
  const { tab } = memory()
  tab('T1').keep('withdraw', form('M1', 'editing', null))
  tab('T2').keep('withdraw', form('M1', 'sent', 'C1'))
  tab('T2').forget('withdraw', 'M1', 'C1')
  expect(await tab('T1').find('withdraw', 'M1')).toBeNull()
})
