import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { DesktopNotices } from '#commands/appScope.ts'
import { calls } from '#contract/calls.ts'
import type { Notice } from '#contract/rows/notices.ts'
import { noticesMachine } from '#machines/notices/noticesMachine.ts'
import { firstReaders } from '../../src/api/readers/firstReaders.ts'
import { createReplyReader } from '../../src/api/readers/readReply.ts'
import { About } from '../../src/app/About.tsx'
import { TopBar } from '../../src/app/shell/TopBar.tsx'
import { NoticesPanel } from '../../src/notices/NoticesPanel.tsx'
import { openNotice } from '../../src/notices/notice.ts'
import { currentUserAtom } from '../../src/state/user.ts'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { createTestConsole } from '../palette/testConsole.ts'

/** Notices as a gateway sends them. */
const sent = (id: string, more: object = {}) => ({ id, title: `Title ${id}`, description: `Text ${id}`, ...more })

const read = (items: object[]): Notice[] =>
  createReplyReader(calls.notices, firstReaders.get(calls.notices)).item({}, items) as Notice[]

async function openPanel(items: object[], desktopNotices: DesktopNotices = 'default') {
  const small = await createTestConsole()
  Object.assign(small.console.scope().app, { desktopNotices })
  const cleared: string[] = []
  const notices = createActor(
    noticesMachine.provide({
      actors: {
        fetchNotices: fromPromise<Notice[], void>(async () => read(items)),
        clearNotices: fromPromise<{ remaining: number | null }, { type: string }>(async ({ input }) => {
          cleared.push(input.type)
          return { remaining: null }
        }),
      },
      actions: { count: () => {} },
    }),
  ).start()
  notices.send({ type: 'notices.fetch' })
  await waitFor(() => expect(notices.getSnapshot().context.items).toHaveLength(items.length))
  render(
    <ConsoleProvider console={{ ...small.console, notices }}>
      <NoticesPanel open onClose={() => {}} />
    </ConsoleProvider>,
  )
  const titles = (tab = 'Notifications') =>
    within(panelOf(tab))
      .queryAllByRole('listitem')
      .map((item) => item.querySelector('p')?.textContent)
  return { ...small, cleared, titles }
}

const panelOf = (tab: string) => screen.getByRole('tabpanel', { name: new RegExp(tab) })
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('types without a tab stand under another, each with its heading and its own way to clear it', async () => {
  const { titles, cleared } = await openPanel([
    sent('1', { type: 'risk' }),
    sent('2', { type: 'todo' }),
    sent('3', { type: 'limit' }),
    sent('4', { type: 'risk' }),
  ])
  expect(tabs()).toEqual(['Notifications0', 'Messages0', 'To do1', 'Other3'])
  fireEvent.click(screen.getByRole('tab', { name: /Other/ }))
  const panel = panelOf('Other')
  const sections = () =>
    within(panel)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent)
  expect(sections()).toEqual(['risk', 'limit'])
  expect(titles('Other')).toEqual(['Title 1', 'Title 4', 'Title 3'])
  fireEvent.click(within(panel).getAllByRole('button', { name: 'Clear all' })[0]!)
  await waitFor(() => expect(cleared).toEqual(['risk']))
  expect([sections(), titles('Other')]).toEqual([['limit'], ['Title 3']])
})

test('a notice without a type is a notification, and can be cleared', async () => {
  const { titles, cleared } = await openPanel([sent('1'), sent('2', { type: '' }), sent('3', { type: 'notification' })])
  expect(tabs()).toEqual(['Notifications3', 'Messages0', 'To do0'])
  press('Clear all')
  await waitFor(() => expect(cleared).toEqual(['notification']))
  expect(titles()).toEqual([])
})

test.each<[DesktopNotices, boolean]>([
  ['default', true],
  ['granted', false],
  ['denied', false],
  ['unsupported', false],
])('with the permission %s the panel offers desktop notifications: %s', async (permission, isOffered) => {
  await openPanel([], permission)
  expect(screen.queryByRole('button', { name: 'Enable desktop notifications' }) !== null).toBe(isOffered)
})

test('the panel asks for desktop notifications once, and the focus goes to the open tab', async () => {
  const { toasts } = await openPanel([])
  press('Enable desktop notifications')
  expect(screen.queryByRole('button', { name: 'Enable desktop notifications' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
  await waitFor(() => expect(toasts.map(([key]) => key)).toEqual(['notifications.denied']))
})

test('a notice of a kind that the console does not know types its number into the palette', async () => {
  const { console } = await createTestConsole()
  const typed: string[] = []
  console.typeAhead.push = (key) => void typed.push(key)
  const [notice] = read([sent('1', { loanAppId: 'L-42', kind: 'LOAN' })])
  openNotice(notice!, console)
  expect(typed).toEqual(['L', '-', '4', '2', 'Enter'])
  expect(console.palette.getSnapshot().matches('closed')).toBe(false)
})

test.each([
  [0, 'Notices', null],
  [1, '1 notice', '1'],
  [99, '99 notices', '99'],
  [100, '100 notices', '99+'],
])('%i notices are announced as %j, with the badge %j', async (notifyCount, name, badge) => {
  const { console } = await createTestConsole()
  console.atoms.set(currentUserAtom, { notifyCount })
  render(
    <Provider store={console.atoms}>
      <ConsoleProvider console={console}>
        <TopBar place="txn.payin" title="Payin" />
      </ConsoleProvider>
    </Provider>,
  )
  expect(screen.getByRole('button', { name }).querySelector('span')?.textContent ?? null).toBe(badge)
})

test('About lists every company of the gateway', async () => {
  const { console } = await createTestConsole()
  const list = [
    { name: 'PT Satu', merchantNo: 'M10000001' },
    { name: 'PT Dua', merchantNo: 'M10000002' },
  ]
  console.session.start()
  console.session.send({ type: 'company.known', info: null, list } as never)
  render(
    <ConsoleProvider console={console}>
      <About open onClose={() => {}} />
    </ConsoleProvider>,
  )
  const facts = screen.getAllByText('Companies').map((title) => title.nextSibling?.textContent)
  expect(facts).toEqual(['PT Satu M10000001', 'PT Dua M10000002'])
})
