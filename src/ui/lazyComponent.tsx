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

/** A component whose script is fetched on first render, or preloaded. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode
  fetch(): Promise<unknown>
}

/** The script could not be fetched. A browser may cache a failed module for the life of the page. */
export class ChunkLoadError extends Error {}

/**
 * Renders the fallback until the script is loaded, and the component at once if it already is. Without Suspense, because React delays
 * content that arrives soon after a fallback by 300 ms. The fallback stays if the script cannot be fetched.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<NoInfer<Props>>,
): LazyComponent<Props> {
  let Here: ComponentType<Props> | null = null
  let asked: Promise<void> | null = null

  function fetch(): Promise<void> {
    asked ??= load().then(
      (loaded) => {
        Here = loaded
      },
      (cause) => {
        // The next render tries again.
        asked = null
        throw cause
      },
    )
    return asked
  }

  function Later(props: Props) {
    const [outcome, setOutcome] = useState<{ fault?: unknown } | null>(null)
    const isHere = Here !== null
    useEffect(() => {
      // `isHere` is from the render; the script may have arrived since.
      if (isHere) return
      let isWanted = true
      fetch().then(
        () => isWanted && setOutcome({}),
        (fault: unknown) => isWanted && setOutcome({ fault }),
      )
      return () => {
        isWanted = false
      }
    }, [isHere])
    if (Here !== null) return <Here {...props} />
    if (Meanwhile !== undefined) return <Meanwhile {...props} />
    if (outcome?.fault !== undefined) throw new ChunkLoadError(String(outcome.fault))
    return null
  }

  return Object.assign(Later, { fetch })
}

/** Fallback of optional parts. */
export const EmptyFallback = () => null

/** Props of the plain button. */
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
  Plain: ComponentType<Props & { button: LazyButtonProps }>,
  Full: LazyComponent<NoInfer<Props> & { ref: RefObject<HTMLButtonElement | null> }>,
): LazyComponent<Props> {
  function Control(props: Props) {
    const button = useRef<HTMLButtonElement>(null)
    const [press, setPress] = useState<Press | null>(null)

    async function pressed(again: Press['again']) {
      await Full.fetch()
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

    if (press !== null) return <Full {...props} ref={button} />
    return (
      <Plain
        {...props}
        button={{
          ref: button,
          'aria-expanded': false,
          onClick: () => pressed((full) => full.click()),
          onKeyDown(event) {
            const { key } = event
            if (key !== 'ArrowDown' && key !== 'ArrowUp') return
            event.preventDefault()
            pressed((full) => full.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
          },
        }}
      />
    )
  }

  return Object.assign(Control, { fetch: Full.fetch })
}

interface Press {
  /** Repeats the press on the full control. */
  again(full: HTMLElement): void
  isWanted: boolean
}
