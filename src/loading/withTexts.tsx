import { type ComponentType, useState } from 'react'
import type { Namespace } from '#locales/messages.ts'
import { type LazyComponent, lazyComponent } from '../ui/lazyComponent.tsx'
import { useCore } from '../useCore.tsx'

/** A component that may have a text volume of its own. */
export interface WithTexts<Props> extends LazyComponent<Props> {
  readonly volume?: Namespace
}

/**
 * Loads chunk and texts when the component is first rendered. `fetch` preloads the chunk only. An open volume is not loaded
 * again.
 */
export function withTexts<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  volume?: Namespace,
  Fallback?: ComponentType<NoInfer<Props>>,
): WithTexts<Props> {
  const Here = lazyComponent(load, Fallback)
  if (volume === undefined) return Here
  const WithTexts = (props: Props) => {
    const { i18n } = useCore()
    const [Screen] = useState(() =>
      i18n.has(volume) ? Here : lazyComponent(async () => (await Promise.all([load(), i18n.open(volume)]))[0], Fallback),
    )
    return <Screen {...props} />
  }
  return Object.assign(WithTexts, { fetch: Here.fetch, volume })
}
