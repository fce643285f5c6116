import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { DesktopNotices } from '#commands/appScope.ts'
import type { Notice } from '#contract/rows/notices.ts'
import { noticesMachine } from '#machines/notices/noticesMachine.ts'
import { createI18n } from '../../src/i18n.ts'
import { createDesktop } from '../../src/notices/desktop.ts'
import { notifyNewNotices } from '../../src/notices/notice.ts'
import { createToasts } from '../../src/notices/toasts.ts'

const notice = (id: string, more: Partial<Notice> = {}): Notice => ({
  id,
  kind: null,
  type: 'todo',
  title: `title ${id}`,
  description: `text ${id}`,
  datetime: '',
  read: false,
  notifyType: null,
  notifyMsg: null,
  loanAppId: null,
  ...more,
})

/** Desktop notifications with this permission. */
function desktopWith(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const shown: { title: string; options: NotificationOptions; onclick?: () => void }[] = []
  let asked = 0
  class Shown {
    static permission = permission
    static async requestPermission() {
      asked++
      Shown.permission = answer
      return answer
    }
    onclick = () => {}
    constructor(title: string, options: NotificationOptions) {
      shown.push({ title, options, onclick: () => this.onclick() })
    }
    close() {}
  }
  const desktop = createDesktop({
    addEventListener: () => {},
    focus: () => {},
    Notification: Shown as unknown as typeof Notification,
  })
  return { desktop, shown, asked: () => asked }
}

async function following(permission: NotificationPermission) {
  const i18n = createI18n({ with: ['desk', 'commands'] })
  await i18n.use('en')
  const clock = new SimulatedClock()
  const toasts = createToasts({ now: () => 0 })
  const host = desktopWith(permission)
  const opened: string[] = []
  let here: Notice[] | Error = []
  const notices = createActor(
    noticesMachine.provide({
      actors: {
        fetchNotices: fromPromise<Notice[], void>(async () => {
          if (here instanceof Error) throw here
          return here
        }),
      },
      actions: { count: () => {} },
    }),
    { clock },
  )
  notifyNewNotices({ notices, desktop: host.desktop, toasts, i18n, open: ({ id }) => opened.push(id) })
  return {
    ...host,
    toasts,
    opened,
    start: async (items: Notice[] | Error) => {
      here = items
      notices.start()
      notices.send({ type: 'notices.fetch' })
      await settled()
    },
    later: async (items: Notice[] | Error) => {
      here = items
      clock.increment(30_000)
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('notices of the first fetch are not new; later ones are shown once, oldest first', async () => {
  const { start, later, shown, toasts } = await following('granted')
  await start([notice('1')])
  expect(shown).toEqual([])
  await later([notice('3'), notice('2'), notice('1')])
  await later([notice('3'), notice('2'), notice('1')])
  expect(shown.map(({ title, options }) => [title, options.body, options.tag, options.lang])).toEqual([
    ['title 2', 'text 2', '2', 'en'],
    ['title 3', 'text 3', '3', 'en'],
  ])
  expect(toasts.log).toEqual([])
})

test('older notices that come up when others are cleared are not new; those of the same second or without a time are', async () => {
  const { start, later, shown } = await following('granted')
  const at = (id: string, time: string | null) => notice(id, { datetime: time })
  await start([at('2', '2026-11-30T08:00:02+07:00'), at('1', '2026-11-30T08:00:01+07:00')])
  await later([])
  await later([at('0', '2026-11-30T07:59:59+07:00')])
  expect(shown).toEqual([])
  await later([
    at('5', null),
    at('4', 'soon'),
    at('3', '2026-11-30T01:00:02Z'),
    at('0', '2026-11-30T07:59:59+07:00'),
    at('-1', '2026-11-30T07:59:58+07:00'),
  ])
  expect(shown.map(({ title }) => title)).toEqual(['title 3', 'title 4', 'title 5'])
})

test('after a failed first fetch the notices of the next one are not new', async () => {
  const { start, later, shown } = await following('granted')
  await start(new Error('offline'))
  await later([notice('1')])
  await later([notice('2'), notice('1')])
  expect(shown.map(({ title }) => title)).toEqual(['title 2'])
})

test.each<NotificationPermission>(['default', 'denied'])(
  'with the permission %s new notices stay on the page, without asking',
  async (permission) => {
    const { start, later, shown, toasts, asked } = await following(permission)
    await start([])
    await later([notice('1', { notifyType: 'ASSIGN_COLLECTION', notifyMsg: '3' })])
    await later([notice('2', { notifyType: 'X', notifyMsg: '2026-01-02 10:00', loanAppId: 'L1' })])
    expect(shown).toEqual([])
    expect(asked()).toBe(0)
    expect(toasts.log.map(({ title, text }) => [title, text])).toEqual([
      ['title 2', 'Reminder at 2026-01-02 10:00: L1'],
      ['title 1', '3 new tasks were assigned to you'],
    ])
  },
)

test('the toast of a notice opens its subject, if it has one', async () => {
  const { start, later, toasts, opened } = await following('denied')
  await start([])
  await later([notice('2', { loanAppId: 'INV-2' }), notice('1')])
  expect(toasts.log.map(({ title, action }) => [title, action?.title])).toEqual([
    ['title 2', 'Open'],
    ['title 1', undefined],
  ])
  toasts.log[0]?.action?.run()
  expect(opened).toEqual(['2'])
})

test('a desktop notification opens its subject', async () => {
  const { start, later, shown, opened } = await following('granted')
  await start([])
  await later([notice('1')])
  shown[0]?.onclick?.()
  expect(opened).toEqual(['1'])
})

test.each<[NotificationPermission, NotificationPermission, DesktopNotices]>([
  ['default', 'granted', 'granted'],
  ['default', 'denied', 'denied'],
  ['denied', 'denied', 'denied'],
])('asking with the permission %s resolves with %s', async (before, answer, after) => {
  const { desktop, asked } = desktopWith(before, answer)
  expect([desktop.permission(), await desktop.ask(), desktop.permission(), asked()]).toEqual([before, after, after, 1])
})

test('a browser without desktop notifications reports that and shows none', async () => {
  const desktop = createDesktop({ addEventListener: () => {}, focus: () => {} })
  expect([desktop.permission(), await desktop.ask()]).toEqual(['unsupported', 'unsupported'])
  expect(desktop.show({ tag: '1', title: '', text: '', lang: 'en', onClick: () => {} })).toBeNull()
})
