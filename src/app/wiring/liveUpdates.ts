import { createActor, fromCallback } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import { createLiveMachine, type LiveEvent } from '#machines/live/liveMachine.ts'
import type { Api } from '../../api/client.ts'
import type { Connection } from '../../state/connection.ts'

interface LiveHost {
  api: Api
  connection: Connection
  window: Window
  /** Whether the stream is open, or polled instead. Not called before that is known. */
  streams(isStreaming: boolean): void
  tell(kind: LiveKind | null): void
}

/** Opens the event stream of this console while its tab is visible. */
export function startLiveUpdates({ api, connection, window, streams, tell }: LiveHost): void {
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
      notify: (_, { kind }) => tell(kind),
    },
  })
  const actor = createActor(machine)
  const { document } = window
  const seen = () => actor.send({ type: document.hidden ? 'tab.hidden' : 'tab.shown' })
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('focus', () => actor.send({ type: 'tab.focused' }))
  connection.subscribe(() => actor.send({ type: connection.isLost ? 'connection.lost' : 'connection.found' }))
  actor.subscribe((snapshot) => {
    if (!snapshot.matches({ listening: 'connecting' })) streams(snapshot.matches({ listening: 'streaming' }))
  })
  actor.start()
  if (document.hidden) seen()
  if (connection.isLost) actor.send({ type: 'connection.lost' })
}
