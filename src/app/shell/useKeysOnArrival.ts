import { useLayoutEffect, useRef } from 'react'
import type { RouteId } from '#commands/navigation/routes.ts'
import { useConsole } from '../../useConsole.tsx'
import { screens } from '../screens.ts'

/** Holds the keys pressed while another screen is fetched and rendered: they are meant for it. */
export function useKeysOnArrival(place: RouteId): void {
  const { keyQueue, i18n } = useConsole()
  const current = useRef(place)
  useLayoutEffect(() => {
    if (current.current === place) return
    current.current = place
    const { fetch, volume } = screens[place]
    const keys = keyQueue.hold()
    Promise.all([fetch?.(), volume === undefined ? null : i18n.open(volume)])
      .then(untilDrawn)
      .then(keys.release, keys.drop)
  }, [place, keyQueue, i18n])
}

/** Milliseconds after which the keys go to whatever has the focus. */
const MAX_WAIT_MS = 5_000

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

/** Resolves when the screen is drawn and has taken the focus: what has been fetched may be rendered several frames later. */
async function untilDrawn() {
  const since = performance.now()
  while (document.getElementById('main')?.firstElementChild == null && performance.now() - since < MAX_WAIT_MS)
    await nextFrame()
  await nextFrame()
  await nextFrame()
}
