import { expect, test } from 'vitest'
import type { FormDraft } from '#machines/submission/submission.ts'
import { createFormDrafts } from '../../src/state/formDrafts.ts'
import type { Receipts } from '../../src/state/receipts.ts'
import type { Store } from '../../src/state/storage.ts'

/** A store for forms and receipts as in a browser. */
function memory() {
  const texts = new Map<string, string>()
  const pictures = new Map<string, string>()
  const store: Pick<Store, 'own' | 'isStored'> = {
    own: (name, is) => ({
      get() {
        const value: unknown = JSON.parse(texts.get(name) ?? 'null')
        return is(value) ? value : null
      },
      set: (value) => (value === null ? texts.delete(name) : texts.set(name, JSON.stringify(value))),
    }),
    isStored: () => true,
  }
  const receipts: Receipts = {
    get: async (owner) => pictures.get(owner) ?? '',
    set: (owner, url) => void (url === '' ? pictures.delete(owner) : pictures.set(owner, url)),
    async keepOnly(forms) {
      for (const one of [...pictures.keys()]) if (!forms().includes(one)) pictures.delete(one)
    },
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
  forms.keep('money.withdraw', form('M1', 'editing', null))
  forms.keep('money.withdraw', form('M1', 'reviewing', 'C1'))
  forms.keep('money.withdraw', form('M1', 'sent', 'C1'))
  expect(await tab().find('money.withdraw', 'M1')).toEqual(form('M1', 'sent', 'C1'))
  expect(JSON.parse(texts.get('money.withdraw') ?? '')).toHaveLength(1)
  forms.forget('money.withdraw', 'M1', 'C1')
  expect(await tab().find('money.withdraw', 'M1')).toBeNull()
  expect(texts.size).toBe(0)
})

test('lists and texts by name are restored', async () => {
  const { tab } = memory()
  const values = { apiWhiteIp: ['203.0.113.9'], loginWhiteIp: [], typed: { apiWhiteIp: '198.51', loginWhiteIp: '' } }
  tab().keep('settings.ipLists', { owner: 'M1', at: 'editing', submission: null, values })
  expect((await tab().find('settings.ipLists', 'M1'))?.values).toEqual(values)
})

test('a sent form survives another account, and forms are found only by their owner', async () => {
  const { tab } = memory()
  tab().keep('money.transfer', form('M1', 'sent', 'C1'))
  expect(await tab().find('money.transfer', 'M2')).toBeNull()
  tab().keep('money.transfer', form('M2', 'editing', null))
  expect(await tab().find('money.transfer', 'M2')).toEqual(form('M2', 'editing', null))
  expect(await tab().find('money.transfer', 'M1')).toEqual(form('M1', 'sent', 'C1'))
  expect(await tab().find('money.transfer', 'M2')).toBeNull()
})

test('a form sent by one tab survives the edits and submissions of another tab', async () => {
  const { tab } = memory()
  const [one, other] = [tab('T1'), tab('T2')]
  one.keep('money.withdraw', form('M1', 'sent', 'C1'))
  other.keep('money.withdraw', form('M1', 'reviewing', 'C2'))
  other.keep('money.withdraw', form('M1', 'sent', 'C2'))
  other.forget('money.withdraw', 'M1', 'C2')
  other.keep('money.withdraw', form('M1', 'editing', null))
  expect(await tab().find('money.withdraw', 'M1')).toEqual(form('M1', 'sent', 'C1'))
})

test('a stored value that is not a list of forms is ignored', async () => {
  const { texts, tab } = memory()
  texts.set('money.withdraw', '{"at":"sent"}')
  expect(await tab().find('money.withdraw', 'M1')).toBeNull()
})

test('a refusal turns a sent form into an editable one', async () => {
  const { tab } = memory()
  tab().keep('money.withdraw', form('M1', 'sent', 'C1'))
  tab().keep('money.withdraw', form('M1', 'editing', 'C1'))
  expect(await tab().find('money.withdraw', 'M1')).toEqual(form('M1', 'editing', 'C1'))
})

test('a receipt is deleted with its form', async () => {
  const { texts, pictures, tab } = memory()
  const slip = { receipt: 'data:image/png;base64,AAAA' }
  tab().keep('money.rechargeOffline', form('M1', 'editing', null, slip))
  expect(texts.get('money.rechargeOffline')).not.toContain('base64')
  expect(await tab().find('money.rechargeOffline', 'M1')).toEqual(form('M1', 'editing', null, slip))
  // The receipt is removed.
  tab().keep('money.rechargeOffline', form('M1', 'editing', null))
  expect(pictures.size).toBe(0)
  tab().keep('money.rechargeOffline', form('M1', 'sent', 'C1', slip))
  tab().forget('money.rechargeOffline', 'M1', 'C1')
  expect(pictures.size).toBe(0)
  // Another account signs in.
  tab().keep('money.rechargeOffline', form('M1', 'editing', null, slip))
  await tab().find('money.rechargeOffline', 'M2')
  expect(pictures.size).toBe(0)
})

test('signing out deletes unsent forms with their receipts, and the details of an open recharge', async () => {
  const { texts, pictures, tab } = memory()
  const forms = tab()
  const slip = { receipt: 'data:image/png;base64,AAAA' }
  forms.keep('money.rechargeOffline', form('M1', 'reviewing', 'C1', slip))
  forms.keep('money.withdraw', form('M1', 'sent', 'C2'))
  forms.openRecharge.set({ id: '1' } as never)
  forms.forgetUnsent()
  expect([...texts.keys()]).toEqual(['money.withdraw'])
  expect(pictures.size).toBe(0)
})

test('each tab keeps its own unsent form and receipt, and finds the sent forms of all tabs', async () => {
  const { pictures, tab } = memory()
  const slip = (letter: string) => ({ receipt: `data:image/png;base64,${letter}` })
  tab('T1').keep('money.rechargeOffline', form('M1', 'editing', null, slip('A')))
  tab('T2').keep('money.rechargeOffline', form('M1', 'editing', null, { ...slip('B'), remark: 'other' }))
  expect(await tab('T1').find('money.rechargeOffline', 'M1')).toEqual(form('M1', 'editing', null, slip('A')))
  expect(await tab('T2').find('money.rechargeOffline', 'M1')).toMatchObject({ values: slip('B') })
  // A new tab starts with the latest unsent form.
  expect(await tab('T3').find('money.rechargeOffline', 'M1')).toMatchObject({ values: slip('B') })
  tab('T1').keep('money.rechargeOffline', form('M1', 'sent', 'C1', slip('A')))
  expect(await tab('T2').find('money.rechargeOffline', 'M1')).toEqual(form('M1', 'sent', 'C1', slip('A')))
  tab('T2').forget('money.rechargeOffline', 'M1', 'C1')
  expect([...pictures.values()]).toEqual([slip('B').receipt])
  expect(await tab('T1').find('money.rechargeOffline', 'M1')).toMatchObject({ values: { remark: 'other' } })
})

test('an unsent form keeps its number over a reload of its tab, and another tab takes over its values under no number', async () => {
  const { tab } = memory()
  tab('T1').keep('money.withdraw', form('M1', 'reviewing', 'C1'))
  expect(await tab('T1').find('money.withdraw', 'M1')).toEqual(form('M1', 'reviewing', 'C1'))
  expect(await tab('T2').find('money.withdraw', 'M1')).toEqual(form('M1', 'reviewing', null))
  // Refused, so that nothing has the number.
  tab('T1').keep('money.withdraw', form('M1', 'sent', 'C1'))
  tab('T1').keep('money.withdraw', form('M1', 'editing', 'C1'))
  expect(await tab('T2').find('money.withdraw', 'M1')).toEqual(form('M1', 'editing', null))
})

test('the number of a form that was edited after an unknown outcome is taken over by any tab, until its outcome is known', async () => {
  const { tab } = memory()
  const pending = { ...form('M1', 'editing', 'C1'), mayArrive: true }
  tab('T1').keep('money.withdraw', form('M1', 'sent', 'C1'))
  tab('T1').keep('money.withdraw', pending)
  tab('T2').keep('money.withdraw', form('M1', 'editing', null, { remark: 'newer' }))
  expect(await tab('T3').find('money.withdraw', 'M1')).toEqual(pending)
  // Neither another account nor a sign-out loses it.
  await tab('T2').find('money.withdraw', 'M2')
  await tab('T2').forgetUnsent()
  expect(await tab('T2').find('money.withdraw', 'M1')).toEqual(pending)
  tab('T3').forget('money.withdraw', 'M1', 'C1')
  expect(await tab('T2').find('money.withdraw', 'M1')).toBeNull()
})

test('an unsent copy in another tab is deleted once the form was sent here', async () => {
  const { tab } = memory()
  tab('T1').keep('money.withdraw', form('M1', 'editing', null))
  tab('T2').keep('money.withdraw', form('M1', 'sent', 'C1'))
  tab('T2').forget('money.withdraw', 'M1', 'C1')
  expect(await tab('T1').find('money.withdraw', 'M1')).toBeNull()
})

const setting = (about: string, name: string, number: string | null = null, owner = 'merchant'): FormDraft => ({
  owner,
  about,
  values: { name },
  submission: number === null ? null : { number, idempotencyKey: `K-${number}` },
  at: number === null ? 'editing' : 'sent',
})
const SUB = 'settings.subMerchant'

test('the draft of one sub-merchant does not affect the draft of a new sub-merchant', async () => {
  const { texts, tab } = memory()
  const forms = tab()
  forms.keep(SUB, setting('new', 'Toko'))
  forms.keep(SUB, setting('new', 'Toko Baru'))
  forms.keep(SUB, setting('M10000002', 'Cabang'))
  forms.discard(SUB, 'merchant', 'M10000002')
  expect(await forms.find(SUB, 'merchant', 'M10000002')).toBeNull()
  expect(await forms.find(SUB, 'merchant', 'new')).toEqual(setting('new', 'Toko Baru'))
  forms.discard(SUB, 'merchant', 'new')
  expect(texts.size).toBe(0)
})

test('a sent draft is found before an unsent one, and another tab does not overwrite it', async () => {
  const { texts, tab } = memory()
  tab('T1').keep(SUB, setting('new', 'sent', 'k1'))
  const forms = tab('T2')
  forms.keep(SUB, setting('new', 'typed elsewhere'))
  forms.discard(SUB, 'merchant', 'new')
  forms.keep(SUB, setting('new', 'typed elsewhere'))
  expect(await forms.find(SUB, 'merchant', 'new')).toEqual(setting('new', 'sent', 'k1'))
  forms.forget(SUB, 'merchant', 'k1')
  expect(await forms.find(SUB, 'merchant', 'new')).toEqual(setting('new', 'typed elsewhere'))
  forms.discard(SUB, 'merchant', 'new')
  expect(texts.size).toBe(0)
})

test('drafts of settings are found only by their owner, and sent drafts of other users are kept', async () => {
  const forms = memory().tab()
  forms.keep(SUB, setting('new', 'typed'))
  forms.keep(SUB, setting('new', 'sent', 'k1', 'usdt'))
  expect(await forms.find(SUB, 'other', 'new')).toBeNull()
  expect(await forms.find(SUB, 'merchant', 'new')).toBeNull()
  expect(await forms.find(SUB, 'usdt', 'new')).toEqual(setting('new', 'sent', 'k1', 'usdt'))
})

test('signing out deletes unsent drafts of settings, and a stored value that is not a list is ignored', async () => {
  const { texts, tab } = memory()
  const forms = tab()
  texts.set('settings.keys', '{"owner":"merchant"}')
  forms.keep(SUB, setting('new', 'typed'))
  forms.keep(SUB, setting('quick', 'sent', 'k1'))
  forms.forgetUnsent()
  expect([...texts.keys()]).toEqual([SUB])
  expect(await forms.find(SUB, 'merchant', 'quick')).toEqual(setting('quick', 'sent', 'k1'))
})
