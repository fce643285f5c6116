import { createActor, fromCallback } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import { createLiveMachine, type LiveEvent } from '#machines/live/liveMachine.ts'
import type { Desktop } from '../../notices/desktop.ts'
import { notifyNewNotices, openNotice } from '../../notices/notice.ts'
import type { Console } from '../../useConsole.tsx'

/**
 * Opens the event stream of this console while its tab is visible, and shows the notices that it reports. With a gateway without a
 * stream, notices are polled, and nothing else is.
 */
export function startLiveUpdates(
  console: Console,
  desktop: Desktop,
  window: Window,
  tell: (kind: LiveKind | null) => void,
): void {
  const { api, connection, features, i18n, notices, toasts } = console
  notifyNewNotices({ notices, desktop, toasts, i18n, open: (notice) => openNotice(notice, console) })
  const machine = createLiveMachine<LiveKind>().provide({
    actors: {
      listen: fromCallback<LiveEvent<LiveKind>>(({ sendBack }) => {
        const stop = new AbortController()
        const heard = {
          opened: () => sendBack({ type: 'stream.opened' }),
          heard: (text: string) => sendBack({ type: 'stream.heard', kind: text as LiveKind }),
        }
        const over = (error: unknown) => stop.signal.aborted || sendBack({ type: 'stream.over', error })
        api.listen(calls.events, {}, heard, stop.signal).then(() => over(null), over)
        return () => stop.abort()
      }),
    },
    actions: {
      notify(_, { kind }) {
        if (kind === 'notice') notices.send({ type: 'notices.fetch' })
        tell(kind)
      },
    },
  })
  const { document } = window
  let actor: ReturnType<typeof open> | null = null
  const seen = () => actor?.send({ type: document.hidden ? 'tab.hidden' : 'tab.shown' })
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('focus', () => actor?.send({ type: 'tab.focused' }))
  connection.subscribe(() => actor?.send({ type: connection.isLost ? 'connection.lost' : 'connection.found' }))

  function open() {
    const opened = createActor(machine)
    opened.subscribe((snapshot) => {
      // The first notices are fetched when it is known whether the stream is open or polled instead.
      if (snapshot.matches({ listening: 'connecting' })) return
      notices.send({ type: 'notices.follow', isFollowed: snapshot.matches({ listening: 'streaming' }) })
    })
    return opened.start()
  }

  function follow() {
    if (features.has('events') === (actor !== null)) return
    actor?.stop()
    actor = features.has('events') ? open() : null
    if (actor === null) notices.send({ type: 'notices.follow', isFollowed: false })
    if (document.hidden) seen()
    if (connection.isLost) actor?.send({ type: 'connection.lost' })
  }

  features.subscribe(follow)
  if (!features.has('events')) notices.send({ type: 'notices.follow', isFollowed: false })
  follow()
}
