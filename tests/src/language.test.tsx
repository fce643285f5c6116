import { expect, test } from 'vitest'
import { openConsole } from '../lists/openConsole.tsx'

const LOCALE = '/api/index/locale'

test('the language changes only after the gateway has accepted it', async () => {
  const { core, gateway } = await openConsole()
  const now = () => [core.i18n.locale, localStorage.getItem('currentLocaleKey'), document.documentElement.lang]
  gateway.answer(LOCALE, () => ({ status: 'error', error: 'VALIDATION_FAILED', message: 'Not in this language' }))
  await core.setLocale('id')
  expect(now()).toEqual(['en', 'en', 'en'])
  expect(core.toasts.log.map(({ text }) => text)).toEqual(['Not in this language'])
  gateway.answer(LOCALE, null)
  await core.setLocale('id')
  expect(now()).toEqual(['id', 'id', 'id'])
})
