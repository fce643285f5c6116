import { expect, test } from 'vitest'
import type { Notice } from '#contract/rows/notices.ts'
import {
  type ConformanceContext,
  type ConformanceEvent,
  createConformanceMachine,
} from '#machines/conformance/conformanceMachine.ts'
import { type NoticesContext, type NoticesEvent, noticesMachine } from '#machines/notices/noticesMachine.ts'
import { type Options, type OptionsEvent, optionsMachine } from '#machines/options/optionsMachine.ts'
import { pathsOf } from './paths.ts'

const done = <Event>(actor: string, label: string, output: unknown) =>
  ({ type: `xstate.done.actor.${actor}`, output, label: `${actor} ${label}` }) as unknown as Event
const failed = <Event>(actor: string, label: string, error: unknown = new Error('no answer')) =>
  ({ type: `xstate.error.actor.${actor}`, error, label: `${actor} ${label}` }) as unknown as Event

test('option lists are loaded when needed, and again for another language', () => {
  const events: OptionsEvent[] = [
    { type: 'options.need' },
    { type: 'options.forget' },
    done('load', 'answered', { PayChannel: { VA_BCA: 'BCA' } }),
    done('load', 'answered nothing', null),
    failed('load', 'failed'),
  ]
  const facts = ({ options }: { options: Options }) => Object.keys(options).join(' ')
  expect(pathsOf(optionsMachine, events, undefined, facts)).toMatchInlineSnapshot(`
    "⇒ "idle"
    options.need ⇒ "loading"
    options.need → load answered ⇒ "idle" PayChannel raw"
  `)
})

test('a check of the gateway reports call by call, can be stopped, and starts again without its reports', () => {
  const events: ConformanceEvent<string>[] = [
    { type: 'check.start' },
    { type: 'call.checked', report: 'enums' },
    { type: 'check.stop' },
    { type: 'check.done' },
    { type: 'check.failed', error: new Error('no answer') },
  ]
  const facts = ({ reports, error }: ConformanceContext<string>) =>
    [reports.length > 0 && 'reports', error !== null && 'failed'].filter(Boolean).join(' ')
  expect(pathsOf(createConformanceMachine<string>(), events, undefined, facts)).toMatchInlineSnapshot(`
    "⇒ "idle"
    check.start ⇒ "checking"
    check.start → call.checked ⇒ "checking" reports
    check.start → check.stop ⇒ "stopped"
    check.start → check.done ⇒ "done"
    check.start → check.failed ⇒ "failed" failed
    check.start → call.checked → check.stop ⇒ "stopped" reports
    check.start → call.checked → check.done ⇒ "done" reports
    check.start → call.checked → check.failed ⇒ "failed" reports failed"
  `)
})

test('notices are polled, cleared at once, and not fetched after the session has ended', () => {
  const notices = [
    { id: '1', type: 'notice' },
    { id: '2', type: 'event' },
  ] as unknown as Notice[]
  const events: NoticesEvent[] = [
    { type: 'notices.fetch' },
    { type: 'notices.clear', kind: 'event' },
    { type: 'notices.follow', isFollowed: true },
    done('fetchNotices', 'answered', notices),
    failed('fetchNotices', 'failed'),
    failed('fetchNotices', 'refused', { status: 401 }),
    { type: 'xstate.after.pollDelay.notices.resting' } as unknown as NoticesEvent,
    done('clearNotices', 'accepted', { remaining: 1 }),
    failed('clearNotices', 'refused'),
  ]
  const facts = ({ items, isFollowed }: NoticesContext) =>
    [`${items.length}`, isFollowed && 'followed'].filter(Boolean).join(' ')
  const machine = noticesMachine.provide({ actions: { count: () => {} } })
  expect(pathsOf(machine, events, undefined, facts)).toMatchInlineSnapshot(`
    "⇒ "awaiting" 0
    notices.fetch ⇒ "fetching" 0
    notices.clear ⇒ "clearing" 0
    notices.follow ⇒ "fetching" 0 followed
    notices.fetch → fetchNotices answered ⇒ "resting" 2
    notices.fetch → fetchNotices failed ⇒ "resting" 0
    notices.fetch → fetchNotices refused ⇒ "stopped" 0
    notices.clear → notices.follow ⇒ "clearing" 0 followed
    notices.follow → fetchNotices answered ⇒ "resting" 2 followed
    notices.follow → fetchNotices failed ⇒ "resting" 0 followed
    notices.follow → fetchNotices refused ⇒ "stopped" 0 followed
    notices.fetch → fetchNotices answered → notices.fetch ⇒ "fetching" 2
    notices.fetch → fetchNotices answered → notices.clear ⇒ "clearing" 1
    notices.fetch → fetchNotices answered → notices.follow ⇒ "fetching" 2 followed
    notices.follow → fetchNotices answered → notices.clear ⇒ "clearing" 1 followed
    notices.fetch → fetchNotices answered → notices.fetch → fetchNotices refused ⇒ "stopped" 2
    notices.fetch → fetchNotices answered → notices.clear → clearNotices accepted ⇒ "resting" 1
    notices.fetch → fetchNotices answered → notices.follow → fetchNotices refused ⇒ "stopped" 2 followed
    notices.follow → fetchNotices answered → notices.clear → clearNotices accepted ⇒ "resting" 1 followed
    notices.fetch → fetchNotices answered → notices.clear → clearNotices accepted → notices.fetch ⇒ "fetching" 1
    notices.fetch → fetchNotices answered → notices.clear → clearNotices accepted → notices.follow ⇒ "fetching" 1 followed
    notices.fetch → fetchNotices answered → notices.clear → clearNotices accepted → notices.fetch → fetchNotices refused ⇒ "stopped" 1
    notices.fetch → fetchNotices answered → notices.clear → clearNotices accepted → notices.follow → fetchNotices refused ⇒ "stopped" 1 followed"
  `)
})

test('types of notices cleared at once wait for each other, and only a refused one is restored', () => {
  const clear = (kind: string): NoticesEvent & { label: string } => ({ type: 'notices.clear', kind, label: `clear ${kind}` })
  const notices = ['notice', 'event'].map((type, id) => ({ id: `${id}`, type })) as unknown as Notice[]
  const events: NoticesEvent[] = [
    { type: 'notices.fetch' },
    clear('event'),
    clear('notice'),
    done('fetchNotices', 'answered', notices),
    done('clearNotices', 'accepted', { remaining: 1 }),
    failed('clearNotices', 'refused'),
  ]
  const facts = ({ items, clearing, before }: NoticesContext) =>
    [`[${items.map(({ type }) => type)}]`, clearing.length > 0 && `of [${before.map(({ type }) => type)}] without ${clearing}`]
      .filter(Boolean)
      .join(' ')
  const machine = noticesMachine.provide({ actions: { count: () => {} } })
  expect(pathsOf(machine, events, undefined, facts)).toMatchInlineSnapshot(`
    "⇒ "awaiting" []
    notices.fetch ⇒ "fetching" []
    clear event ⇒ "clearing" [] of [] without event
    clear notice ⇒ "clearing" [] of [] without notice
    notices.fetch → fetchNotices answered ⇒ "resting" [notice,event]
    clear event → clear notice ⇒ "clearing" [] of [] without event,notice
    clear event → clearNotices refused ⇒ "resting" []
    clear notice → clear event ⇒ "clearing" [] of [] without notice,event
    notices.fetch → fetchNotices answered → notices.fetch ⇒ "fetching" [notice,event]
    notices.fetch → fetchNotices answered → clear event ⇒ "clearing" [notice] of [notice,event] without event
    notices.fetch → fetchNotices answered → clear notice ⇒ "clearing" [event] of [notice,event] without notice
    notices.fetch → fetchNotices answered → clear event → clear notice ⇒ "clearing" [] of [notice,event] without event,notice
    notices.fetch → fetchNotices answered → clear event → clearNotices accepted ⇒ "resting" [notice]
    notices.fetch → fetchNotices answered → clear notice → clear event ⇒ "clearing" [] of [notice,event] without notice,event
    notices.fetch → fetchNotices answered → clear notice → clearNotices accepted ⇒ "resting" [event]
    notices.fetch → fetchNotices answered → clear event → clear notice → clearNotices accepted ⇒ "clearing" [] of [notice] without notice
    notices.fetch → fetchNotices answered → clear event → clearNotices accepted → notices.fetch ⇒ "fetching" [notice]
    notices.fetch → fetchNotices answered → clear event → clearNotices accepted → clear event ⇒ "clearing" [notice] of [notice] without event
    notices.fetch → fetchNotices answered → clear notice → clear event → clearNotices accepted ⇒ "clearing" [] of [event] without event
    notices.fetch → fetchNotices answered → clear notice → clearNotices accepted → notices.fetch ⇒ "fetching" [event]
    notices.fetch → fetchNotices answered → clear notice → clearNotices accepted → clear notice ⇒ "clearing" [event] of [event] without notice
    notices.fetch → fetchNotices answered → clear event → clear notice → clearNotices accepted → clear event ⇒ "clearing" [] of [notice] without notice,event
    notices.fetch → fetchNotices answered → clear event → clearNotices accepted → clear event → clear notice ⇒ "clearing" [] of [notice] without event,notice
    notices.fetch → fetchNotices answered → clear notice → clear event → clearNotices accepted → clear notice ⇒ "clearing" [] of [event] without event,notice
    notices.fetch → fetchNotices answered → clear notice → clearNotices accepted → clear notice → clear event ⇒ "clearing" [] of [event] without notice,event"
  `)
})
