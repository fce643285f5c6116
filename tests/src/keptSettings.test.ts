import { expect, test } from 'vitest'
import { clearUnsentSettings, createSettingDrafts, type SettingDraft } from '../../src/state/settingDrafts.ts'
import type { Store } from '../../src/state/storage.ts'

/** A browser's memory. */
function memory() {
  const texts = new Map<string, string>()
  const store: Pick<Store, 'own'> = {
    own: (name) => ({
      get: () => JSON.parse(texts.get(name) ?? 'null'),
      set: (value) => (value === null ? texts.delete(name) : texts.set(name, JSON.stringify(value))),
    }),
  }
  return { texts, store, forms: createSettingDrafts<{ name: string }>(store, 'subMerchant') }
}

const form = (about: string, name: string, sent: string | null = null, owner = 'merchant'): SettingDraft<{ name: string }> => ({
  owner,
  about,
  values: { name },
  sent,
})

test('a change of one sub-merchant leaves a new one that is half filled in alone', () => {
  const { texts, forms } = memory()
  forms.keep(form('new', 'Toko'))
  forms.keep(form('new', 'Toko Baru'))
  forms.keep(form('M10000002', 'Cabang'))
  forms.forget('merchant', 'M10000002')
  expect(forms.find('merchant', 'M10000002')).toBeNull()
  expect(forms.find('merchant', 'new')).toEqual(form('new', 'Toko Baru'))
  forms.forget('merchant', 'new')
  expect(texts.size).toBe(0)
})

test('what was sent is found before what was not, and no other tab writes over it', () => {
  const { texts, forms } = memory()
  forms.keep(form('new', 'sent', 'k1'))
  forms.keep(form('new', 'typed elsewhere'))
  forms.forget('merchant', 'new')
  forms.keep(form('new', 'typed elsewhere'))
  expect(forms.find('merchant', 'new')).toEqual(form('new', 'sent', 'k1'))
  forms.settle('merchant', 'k1')
  expect(forms.find('merchant', 'new')).toEqual(form('new', 'typed elsewhere'))
  forms.forget('merchant', 'new')
  expect(texts.size).toBe(0)
})

test('nobody finds what another left, and what another has sent stays for him', () => {
  const { forms } = memory()
  forms.keep(form('new', 'typed'))
  forms.keep(form('new', 'sent', 'k1', 'usdt'))
  expect(forms.find('other', 'new')).toBeNull()
  expect(forms.find('merchant', 'new')).toBeNull()
  expect(forms.find('usdt', 'new')).toEqual(form('new', 'sent', 'k1', 'usdt'))
})

test('signing out forgets what was not sent; what stands there and is no list counts as nothing', () => {
  const { texts, store, forms } = memory()
  texts.set('settings.keys', '{"owner":"merchant"}')
  forms.keep(form('new', 'typed'))
  forms.keep(form('quick', 'sent', 'k1'))
  clearUnsentSettings(store)
  expect([...texts.keys()]).toEqual(['settings.subMerchant'])
  expect(forms.find('merchant', 'quick')).toEqual(form('quick', 'sent', 'k1'))
})
