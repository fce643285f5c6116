import { type ComponentType, useLayoutEffect } from 'react'
import type { Namespace } from '#locales/messages.ts'
import type { LazyComponent } from '../ui/lazyComponent.tsx'
import { useConsole } from '../useConsole.tsx'
import { withTexts } from './withTexts.tsx'

/** A dialog or menu that loads its chunk and texts when first opened. Keys pressed meanwhile are held for it. */
export function lazyPopup<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  volume?: Namespace,
): LazyComponent<Props> {
  const Inner = withTexts(load, volume)
  function Popup(props: Props) {
    const { keyQueue } = useConsole()
    // Some popups stay mounted while closed.
    const isOpen = !('open' in props) || props.open !== false
    useLayoutEffect(() => (isOpen ? keyQueue.expectFocus() : undefined), [isOpen, keyQueue])
    return <Inner {...props} />
  }
  return Object.assign(Popup, { fetch: Inner.fetch })
}
