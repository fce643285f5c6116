import { expect, test } from 'vitest'
import { createFocusRestorer } from '../../src/palette/commandRuntime.ts'
import { savePageFocus } from '../../src/ui/focus/pageFocus.ts'

test('a palette opened over a closing dialog restores the focus to the opener of the dialog', () => {
  document.body.innerHTML =
    '<main tabindex="-1"><a href="#/">25</a></main><div data-layer="dialog"><button>Close</button></div>'
  const [figure, close] = ['a', 'button'].map((name) => document.querySelector<HTMLElement>(name))
  const opener = createFocusRestorer(document, { list: null, detail: null })

  figure?.focus()
  savePageFocus(document)
  close?.focus()
  opener.remember()
  document.querySelector('[data-layer="dialog"]')?.remove()
  opener.restore()

  expect(document.activeElement).toBe(figure)
})

test('without the opener the focus goes to the page', () => {
  document.body.innerHTML = '<main tabindex="-1"><a href="#/">25</a></main>'
  const opener = createFocusRestorer(document, { list: null, detail: null })

  document.querySelector('a')?.focus()
  opener.remember()
  document.querySelector('a')?.remove()
  opener.restore()

  expect(document.activeElement).toBe(document.querySelector('main'))
})
