import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { createI18n } from '../../src/i18n.ts'
import { Exception, type ExceptionCode, ExceptionPicture } from '../../src/screens/Exception.tsx'
import { watchConnection } from '../../src/state/connection.ts'
import { type Core, CoreProvider } from '../../src/useCore.tsx'

beforeAll(() => ExceptionPicture.fetch())

async function pageOf(code: number | undefined) {
  const i18n = createI18n()
  await i18n.use('en')
  const { container, unmount } = render(
    <CoreProvider core={{ i18n, connection: watchConnection(fetch) } as unknown as Core}>
      <Exception {...(code === undefined ? {} : { code: code as ExceptionCode })} />
    </CoreProvider>,
  )
  const home = screen.getByRole('link', { name: 'Back to home' })
  const seen = {
    title: screen.getByRole('heading').textContent,
    words: container.querySelector('h2 + p')?.textContent,
    picture: container.querySelector('svg')?.innerHTML ?? '',
    home: home.getAttribute('href'),
    hasFocus: document.activeElement === home,
  }
  unmount()
  return seen
}

test.each([
  [403, '403', 'You have no permission to open this page'],
  [404, '404', 'This page does not exist'],
  [500, '500', 'The server reported an error'],
  [undefined, '404', 'This page does not exist'],
  [418, '404', 'This page does not exist'],
])('the page of %s has its title, text and picture, and a focused link home', async (code, title, words) => {
  const page = await pageOf(code)
  expect(page).toEqual({ title, words, picture: expect.stringContaining('<'), home: '#/', hasFocus: true })
  expect(page.picture).toBe((await pageOf(Number(title))).picture)
})

test('each of the three pages has a picture of its own', async () => {
  const pictures = [await pageOf(403), await pageOf(404), await pageOf(500)].map(({ picture }) => picture)
  expect(new Set(pictures).size).toBe(3)
})
