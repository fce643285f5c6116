import { expect, test } from 'vitest'
import { createFocusRestorer } from '../../src/palette/focusRestorer.ts'
import { savePageFocus } from '../../src/ui/focus/pageFocus.ts'

test('opened over a dialog that is just going, it gives the focus back to what the dialog was opened from', () => {
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

test('where that is gone as well it goes to the page', () => {
  document.body.innerHTML = '<main tabindex="-1"><a href="#/">25</a></main>'
  const opener = createFocusRestorer(document, { list: null, detail: null })

  document.querySelector('a')?.focus()
  opener.remember()
  document.querySelector('a')?.remove()
  opener.restore()

  expect(document.activeElement).toBe(document.querySelector('main'))
})
