import { createActor, fromCallback } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { LiveKind } from '#contract/rows.ts'
import { createLiveMachine, type LiveEvent } from '#machines/live/liveMachine.ts'
import type { Api } from '../api/client.ts'
import type { Connection } from '../connection.ts'
import type { Live } from '../useConsole.tsx'

interface LiveHost {
  api: Api
  connection: Connection
  window: Window
  /** Whether it is said as it happens; else now and then. Not told before that is known. */
  streams(isStreaming: boolean): void
}

/** The one stream of this console, open for as long as its tab is seen. */
export function createLive({ api, connection, window, streams }: LiveHost): Live & { start(): void } {
  const listeners = new Set<(kind: LiveKind | null) => void>()
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
      tell(_, { kind }) {
        for (const told of listeners) told(kind)
      },
    },
  })
  const actor = createActor(machine)
  const { document } = window
  const seen = () => actor.send({ type: document.hidden ? 'tab.hidden' : 'tab.shown' })
  // What happens before it is started waits for it.
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('focus', () => actor.send({ type: 'tab.focused' }))
  connection.subscribe(() => actor.send({ type: connection.lost ? 'connection.lost' : 'connection.found' }))
  return {
    subscribe(told) {
      listeners.add(told)
      return () => listeners.delete(told)
    },
    start() {
      actor.subscribe((snapshot) => {
        if (!snapshot.matches({ listening: 'connecting' })) streams(snapshot.matches({ listening: 'streaming' }))
      })
      actor.start()
      if (document.hidden) seen()
    },
  }
}
