import { expect } from 'vitest'
import { loadAxe } from './accessibility.ts'
import { test } from './app.ts'
import { createChecker, walkPopupsOfButtons, walkPopupsOfList, walkStates } from './popupWalks.ts'

// One walk through one page per language, without colours: names and descriptions are what differs.
test.for(['id', 'vi', 'es'] as const)(
  'Popups, panels and states of a merchant are accessible: %s',
  { timeout: 240_000 },
  async (locale, { open }) => {
    const checker = createChecker(locale)
    const app = await open({ as: 'merchant', locale, height: 500 })
    await loadAxe(app.page)
    await walkPopupsOfList(app, checker)
    await walkPopupsOfButtons(app, checker)
    await walkStates(app, checker)
    expect(checker.found).toEqual([])
  },
)
