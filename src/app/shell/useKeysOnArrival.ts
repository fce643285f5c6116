import { useLayoutEffect, useRef } from 'react'
import type { RouteId } from '#commands/navigation/routes.ts'
import { nextFrame, untilDone } from '../../keyboard/untilDone.ts'
import { useConsole } from '../../useConsole.tsx'
import { screens } from '../screens.ts'

/**
 * Holds the keys pressed while another screen is fetched and rendered: they are meant for it. They are released as soon as something in
 * it has the focus, or when it is drawn without.
 */
export function useKeysOnArrival(place: RouteId): void {
  const { keyQueue, i18n } = useConsole()
  const current = useRef(place)
  useLayoutEffect(() => {
    if (current.current === place) return
    current.current = place
    const main = document.getElementById('main')
    // A screen that was fetched before has taken the focus already.
    if (main?.querySelector(':focus') != null) return
    const { fetch, volume } = screens[place]
    const keys = keyQueue.hold()
    const listening = new AbortController()
    main?.addEventListener('focusin', ({ target }) => target !== main && queueMicrotask(keys.release), listening)
    Promise.all([fetch?.(), volume === undefined ? null : i18n.open(volume)])
      .then(untilDrawn)
      .then(keys.release, keys.drop)
      .finally(() => listening.abort())
  }, [place, keyQueue, i18n])
}

/** Frames after which the keys go to whatever has the focus. */
const MAX_FRAMES = 600

/** Whether something of the screen is drawn. The card for new users stands beside any screen. */
const isDrawn = () => document.querySelector('#main > :not([data-card])') !== null

/** Resolves when the screen is drawn: what has been fetched may be rendered several frames later, and a list waits for its first rows. */
async function untilDrawn() {
  await untilDone(isDrawn, MAX_FRAMES)
  await nextFrame()
  await nextFrame()
}
