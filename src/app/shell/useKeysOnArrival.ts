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
      .then(afterTwoFrames)
      .then(keys.release, keys.drop)
  }, [place, keyQueue, i18n])
}

/** The screen has rendered and taken the focus. */
const afterTwoFrames = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
