import { expect, test } from 'vitest'
import { clearUnsentSettings, createSettingDrafts, type SettingDraft } from '../../src/state/settingDrafts.ts'
import type { Store } from '../../src/state/storage.ts'

/** A store as in a browser. */
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

test('the draft of one sub-merchant does not affect the draft of a new sub-merchant', () => {
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

test('a sent draft is found before an unsent one, and another tab does not overwrite it', () => {
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

test('drafts are found only by their owner, and sent drafts of other users are kept', () => {
  const { forms } = memory()
  forms.keep(form('new', 'typed'))
  forms.keep(form('new', 'sent', 'k1', 'usdt'))
  expect(forms.find('other', 'new')).toBeNull()
  expect(forms.find('merchant', 'new')).toBeNull()
  expect(forms.find('usdt', 'new')).toEqual(form('new', 'sent', 'k1', 'usdt'))
})

test('signing out deletes unsent drafts, and a stored value that is not a list is ignored', () => {
  const { texts, store, forms } = memory()
  texts.set('settings.keys', '{"owner":"merchant"}')
  forms.keep(form('new', 'typed'))
  forms.keep(form('quick', 'sent', 'k1'))
  clearUnsentSettings(store)
  expect([...texts.keys()]).toEqual(['settings.subMerchant'])
  expect(forms.find('merchant', 'quick')).toEqual(form('quick', 'sent', 'k1'))
})
