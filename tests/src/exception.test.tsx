import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createI18n } from '../../src/i18n.ts'
import { Exception, type ExceptionCode } from '../../src/screens/Exception.tsx'
import { type Core, CoreProvider } from '../../src/useCore.tsx'

test.each([
  [403, '403', 'You have no permission to open this page'],
  [404, '404', 'This page does not exist'],
  [500, '500', 'The server reported an error'],
  [undefined, '404', 'This page does not exist'],
  [418, '404', 'This page does not exist'],
])('the page of %s has its title, text and picture, and a focused link home', async (code, title, words) => {
  const i18n = createI18n()
  await i18n.use('en')
  const pictureOf = (one: number | undefined) => {
    const { container, unmount } = render(
      <CoreProvider core={{ i18n } as unknown as Core}>
        <Exception {...(one === undefined ? {} : { code: one as ExceptionCode })} />
      </CoreProvider>,
    )
    const home = screen.getByRole('link', { name: 'Back to home' })
    const seen = {
      title: screen.getByRole('heading').textContent,
      words: screen.getByText(words).textContent,
      picture: container.querySelector('svg')?.innerHTML,
      home: home.getAttribute('href'),
      hasFocus: document.activeElement === home,
    }
    unmount()
    return seen
  }
  expect(pictureOf(code)).toEqual({ ...pictureOf(Number(title)), title, home: '#/', hasFocus: true })
})
