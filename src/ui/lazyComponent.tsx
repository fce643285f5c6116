import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** A component with a chunk that is fetched on first render, or preloaded. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode
  fetch(): Promise<unknown>
}

/** Calls `load` once for all callers. After a failure the next call tries again. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null
  return () => {
    loading ??= load().catch((cause) => {
      loading = null
      throw cause
    })
    return loading
  }
}

/** The script could not be fetched. A browser may cache a failed module for the life of the page. */
export class ChunkLoadError extends Error {}

/**
 * Renders the fallback until the script is loaded, and the component at once if it already is. Without Suspense, because React delays
 * content that arrives soon after a fallback by 300 ms. The fallback stays if the script cannot be fetched.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<NoInfer<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null
  const fetch = loadOnce(async () => {
    Loaded = await load()
  })

  function Later(props: Props) {
    const [outcome, setOutcome] = useState<{ fault?: unknown } | null>(null)
    const isLoaded = Loaded !== null
    useEffect(() => {
      // `isLoaded` is from the render; the script may have loaded since.
      if (isLoaded) return
      let isMounted = true
      fetch().then(
        () => isMounted && setOutcome({}),
        (error: unknown) => isMounted && setOutcome({ fault: error }),
      )
      return () => {
        isMounted = false
      }
    }, [isLoaded])
    if (Loaded !== null) return <Loaded {...props} />
    if (Fallback !== undefined) return <Fallback {...props} />
    if (outcome?.fault !== undefined) throw new ChunkLoadError(String(outcome.fault))
    return null
  }

  return Object.assign(Later, { fetch })
}

/** Fallback of optional parts. */
export const EmptyFallback = () => null

export interface LazyButtonProps {
  ref: Ref<HTMLButtonElement>
  'aria-expanded': false
  onClick(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * A control that is a plain button until first pressed. Then the full control replaces it, takes its focus and gets the same press. Both look
 * alike and have the same accessible role and name.
 */
export function lazyControl<Props extends object>(
  PlainControl: ComponentType<Props & { button: LazyButtonProps }>,
  load: () => Promise<ComponentType<NoInfer<Props> & { ref: RefObject<HTMLButtonElement | null> }>>,
): LazyComponent<Props> {
  const FullControl = lazyComponent(load)

  function Control(props: Props) {
    const button = useRef<HTMLButtonElement>(null)
    const [press, setPress] = useState<Press | null>(null)

    async function handlePress(again: Press['again']) {
      await FullControl.fetch()
      const { activeElement } = document
      // Do not steal the focus if the user moved on meanwhile.
      setPress((first) => first ?? { again, isWanted: activeElement === button.current || activeElement === document.body })
    }

    useLayoutEffect(() => {
      if (press?.isWanted === true) button.current?.focus({ preventScroll: true })
    }, [press])
    useEffect(() => {
      if (press?.isWanted === true && button.current !== null) press.again(button.current)
    }, [press])

    if (press !== null) return <FullControl {...props} ref={button} />
    return (
      <PlainControl
        {...props}
        button={{
          ref: button,
          'aria-expanded': false,
          onClick: () => handlePress((full) => full.click()),
          onKeyDown(event) {
            const { key } = event
            if (key !== 'ArrowDown' && key !== 'ArrowUp') return
            event.preventDefault()
            handlePress((full) =>
              full.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
            )
          },
        }}
      />
    )
  }

  return Object.assign(Control, { fetch: FullControl.fetch })
}

interface Press {
  /** Repeats the press on the full control. */
  again(full: HTMLElement): void
  isWanted: boolean
}
