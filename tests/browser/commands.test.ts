import { expect } from 'vitest'
import { type Command, SECTIONS } from '#commands/command.ts'
import type { Condition } from '#commands/conditions.ts'
import { commands } from '#commands/index.ts'
import { isPermitted } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { permissionsFor } from '../accounts.ts'
import { en } from '../texts.ts'
import { type BrowserApp, test } from './app.ts'
import { framesWithoutFocus, watchFocus } from './focusWatch.ts'

/** What holds before each of them: a list is open, with the cursor in its first row and that row selected. */
const HOLDS: readonly Condition[] = [
  'signedIn',
  'account.own',
  'orders.visible',
  'simulation.on',
  'list.open',
  'list.notifiable',
  'list.exportable',
  'row.here',
  'selection.some',
]

/** These lead out of the console, out of its language, or out of its keys. */
const AWAY = /^(session\.logout|locale\.\w+|row\.openTab|help\.toggleShortcuts)$/

const MERCHANT: Pick<Scope, 'permissions' | 'hiddenMenus'> = { permissions: permissionsFor('normal'), hiddenMenus: [] }

const isHere = (command: Command): boolean =>
  command.listing !== 'key' &&
  command.repeatable !== true &&
  isPermitted(command, MERCHANT as Scope) &&
  (command.conditions ?? []).every((fact) => HOLDS.includes(fact)) &&
  !AWAY.test(command.id)

const titleOf = ({ title, titleTarget: of }: Command): string => en[title].replace('{{of}}', of === undefined ? '' : en[of])

const START = '/transaction/payin?dates=all'

/** Whatever was opened is closed, and the cursor stands in the first row again, which is selected. */
async function startAgain({ page, press, focus, address, settled }: BrowserApp) {
  await press('Escape Escape Escape Escape')
  if (address() !== START) {
    await page.evaluate((hash) => location.assign(hash), `#${START}`)
    await settled()
  }
  await expect.poll(focus).toMatch(/^(row|head)/)
  await press('g g x')
}

// A page for each place there is.
const walking = { timeout: 180_000 }

test.for(SECTIONS)('no command leaves the focus on nothing: %s', walking, async (section, { open }) => {
  const app = await open({ as: 'merchant', at: START })
  const { page, press, focus, settled } = app
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const chosen = page.getByRole('option', { selected: true })
  await watchFocus(app)
  for (const command of commands.filter((one) => one.section === section && isHere(one))) {
    await startAgain(app)
    await press('Control+k')
    await palette.waitFor()
    await page.keyboard.insertText(titleOf(command))
    await chosen.filter({ hasText: titleOf(command) }).waitFor()
    await press('Enter')
    await settled()
    for (const _ of command.arguments ?? []) {
      if (!(await palette.isVisible())) break
      await page.keyboard.insertText('2026-01-01')
      await press('Enter')
      await settled()
    }
    expect(await focus(), command.id).not.toBe('body')
    expect(await framesWithoutFocus(app), command.id).toEqual([])
  }
})
