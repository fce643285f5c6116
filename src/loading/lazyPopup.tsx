import { type ComponentType, useLayoutEffect } from 'react'
import { type Later, later } from '../ui/later.tsx'
import { useConsole } from '../useConsole.tsx'

/** A dialog or menu whose script is fetched when it is first opened. What is typed meanwhile is kept for it. */
export function lazyPopup<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  const Inner = later(load)
  function Popup(props: Props) {
    const { keyQueue } = useConsole()
    // Some stay on the page while they are closed.
    const isOpen = !('open' in props) || props.open !== false
    useLayoutEffect(() => (isOpen ? keyQueue.expectFocus() : undefined), [isOpen, keyQueue])
    return <Inner {...props} />
  }
  return Object.assign(Popup, { fetch: Inner.fetch })
}
