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

/** The conditions that hold before each command: a list is open, the cursor is in its first row, and that row is selected. */
const CONDITIONS: readonly Condition[] = [
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

/** Commands that leave the console or change its language or keys. */
const LEAVING = /^(session\.logout|locale\.\w+|row\.openTab|help\.toggleShortcuts)$/

const MERCHANT: Pick<Scope, 'permissions' | 'hiddenMenus' | 'hasFeature'> = {
  permissions: permissionsFor('normal'),
  hiddenMenus: [],
  hasFeature: () => true,
}

const isCovered = (command: Command): boolean =>
  command.listing !== 'key' &&
  command.repeatable !== true &&
  isPermitted(command, MERCHANT as Scope) &&
  (command.conditions ?? []).every((fact) => CONDITIONS.includes(fact)) &&
  !LEAVING.test(command.id)

const titleOf = ({ title, titleTarget: of }: Command): string => en[title].replace('{{of}}', of === undefined ? '' : en[of])

const START = '/transaction/payin?dates=all'

/** Closes everything, moves the cursor to the first row and selects it. */
async function resetList({ page, press, focus, address, settled }: BrowserApp) {
  await press('Escape Escape Escape Escape')
  if (address() !== START) {
    await page.evaluate((hash) => location.assign(hash), `#${START}`)
    await settled()
  }
  await expect.poll(focus).toMatch(/^(row|head)/)
  await press('g g x')
}

// One page load for each menu entry.
const walking = { timeout: 180_000 }

test.for(SECTIONS)('No command loses the focus: %s', walking, async (section, { open }) => {
  const app = await open({ as: 'merchant', at: START })
  const { page, press, focus, settled } = app
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const chosen = page.getByRole('option', { selected: true })
  await watchFocus(app)
  for (const command of commands.filter((one) => one.section === section && isCovered(one))) {
    await resetList(app)
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
