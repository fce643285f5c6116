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

test('the last choice of a language wins, also when the answer to an earlier one arrives last', async () => {
  const { core, gateway } = await openConsole()
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  gateway.answer(LOCALE, async ({ body }) => {
    if (body.locale === 'vi') await answered
    return { status: 'ok' }
  })
  const earlier = core.setLocale('vi')
  await core.setLocale('id')
  resolve()
  await earlier
  expect([core.i18n.locale, localStorage.getItem('currentLocaleKey'), document.documentElement.lang]).toEqual([
    'id',
    'id',
    'id',
  ])
})
