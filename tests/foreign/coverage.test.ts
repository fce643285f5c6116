import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NEEDS } from './needs.ts'

const FOLDER = join(import.meta.dirname, '../journeys')

/**
 * Each journey -> the tests of `contractJourneys.test.tsx` that take its way in front of a gateway with the documented calls only, and
 * its parts that such a gateway has no calls for.
 */
const COVERED: Record<string, { by: string[]; without?: string }> = {
  'adversity/browser.test.tsx': { by: ['comes back after the end of the session'], without: 'storage and tabs: no call' },
  'adversity/clock.test.tsx': { by: ['A merchant moves money'], without: 'the countdown of a hold' },
  'caller.test.tsx': { by: ['A merchant works in its orders', 'jumps to an order'] },
  'dashboard.test.tsx': { by: ['drills down from the dashboard'] },
  'day.test.tsx': { by: ['A merchant works in its orders', 'A merchant works in its payouts', 'A merchant moves money'] },
  'developer.test.tsx': { by: ['A merchant simulates a payment'], without: 'health of callbacks' },
  'exportOrders.test.tsx': { by: ['A merchant works in its orders', 'A merchant reads its account'] },
  'failedLoads.test.tsx': { by: [], without: 'no call of its own: replies that fail' },
  'gettingStarted.test.tsx': { by: [], without: 'the card makes no call; its steps are commands that the other tests run' },
  'history.test.tsx': { by: ['Staff turn the passcode of a merchant on'], without: 'the history' },
  'hold.test.tsx': { by: ['A merchant moves money'], without: 'holds' },
  'jumpToOrder.test.tsx': { by: ['A merchant works in its orders', 'jumps to an order'] },
  'language.test.tsx': { by: ['switches the language'] },
  'listChanges.test.tsx': { by: ['A merchant works in its orders'], without: 'changes of a list' },
  'lists.test.tsx': { by: ['A merchant works in its orders', 'A merchant reads its account', 'reads a list'] },
  'money.test.tsx': { by: ['A merchant moves money', 'A merchant recharges', 'A merchant reads its account'] },
  'notes.test.tsx': { by: [], without: 'notes and assignments' },
  'notices.test.tsx': { by: ['reads notices'] },
  'notify.test.tsx': { by: ['A merchant works in its orders'], without: 'attempts of a callback' },
  'payinExceptions.test.tsx': { by: [], without: 'decisions about payins that were paid with another amount' },
  'payouts.test.tsx': { by: ['A merchant works in its payouts'] },
  'preferences.test.tsx': { by: [], without: 'the page makes no call; its screen is toured in the browser' },
  'reconcile.test.tsx': {
    by: ['A merchant works in its orders', 'A merchant finds many orders at once'],
    without: 'marks of other browsers',
  },
  'rights.test.tsx': { by: ['is kept out of other pages'] },
  'session.test.tsx': { by: ['comes back after the end of the session'] },
  'settings.test.tsx': { by: ['A merchant changes its settings', 'changes its password'], without: 'the signature header' },
  'signIn.test.tsx': { by: ['An account with a passcode signs in'], without: 'the list of sample accounts' },
  'statements.test.tsx': { by: ['A merchant reads its account'], without: 'the ledger check' },
  'subMerchants.test.tsx': { by: ['A merchant manages sub-merchants'] },
  'undoRun.test.tsx': { by: [], without: 'marks, and the bulk runs that set them' },
  'views.test.tsx': { by: ['A merchant works in its orders'], without: 'views of other browsers' },
  'withoutFeatures.test.tsx': { by: [], without: 'it is about such a gateway itself' },
  'workbench.test.tsx': { by: ['A merchant finds many orders at once'], without: 'marks, and look-ups of several numbers' },
}

test('Every journey is covered in front of a gateway with the documented calls only, or says what it needs', () => {
  const journeys = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.tsx'))
  expect(Object.keys(COVERED).sort()).toEqual(journeys.sort())
  const titles = readFileSync(join(import.meta.dirname, 'contractJourneys.test.tsx'), 'utf8')
  const named = Object.values(COVERED).flatMap(({ by }) => by)
  expect(named.filter((title) => !titles.includes(title))).toEqual([])
  const bare = Object.values(COVERED).filter(({ by, without }) => by.length === 0 && without === undefined)
  expect(bare).toEqual([])
})

test('Each test of a journey that needs more than documented calls is there', () => {
  const missing = Object.entries(NEEDS).flatMap(([journey, needs]) => {
    const text = readFileSync(join(FOLDER, journey), 'utf8')
    return Object.keys(needs).filter((title) => !text.includes(title))
  })
  expect(missing).toEqual([])
})
