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

/** A component whose script is fetched when it is first drawn, or ahead of that. */
export interface Later<Props> {
  (props: Props): ReactNode
  fetch(): Promise<unknown>
}

/** The script of a part is not here. A browser that has failed to fetch one may not ask for it again as long as the page lives. */
export class NotFetched extends Error {}

/**
 * Draws nothing until its script is here, and at once where it is here already. Without Suspense: what arrives soon after a
 * fallback, even one that shows nothing, React holds back for a third of a second. What is drawn meanwhile, where there is
 * something, stays when the script cannot be fetched.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<NoInfer<Props>>,
): Later<Props> {
  let Here: ComponentType<Props> | null = null
  let asked: Promise<void> | null = null

  function fetch(): Promise<void> {
    asked ??= load().then(
      (loaded) => {
        Here = loaded
      },
      (cause) => {
        // Whoever wants it next asks again.
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
      // As it was drawn: by now it may have come.
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
    if (outcome?.fault !== undefined) throw new NotFetched(String(outcome.fault))
    return null
  }

  return Object.assign(Later, { fetch })
}

/** Meanwhile, of what may as well be missing. */
export const Nothing = () => null

/** What a plain control puts on its button. */
export interface PlainButton {
  ref: Ref<HTMLButtonElement>
  'aria-expanded': false
  onClick(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * A control that opens something, and is but a button until somebody presses it. Then what it is in full takes its place and its
 * focus, and is pressed the same way. Both look the same, and are the same to a screen reader.
 */
export function plainUntilPressed<Props extends object>(
  Plain: ComponentType<Props & { button: PlainButton }>,
  Full: Later<NoInfer<Props> & { ref: RefObject<HTMLButtonElement | null> }>,
): Later<Props> {
  function Control(props: Props) {
    const button = useRef<HTMLButtonElement>(null)
    const [press, setPress] = useState<Press | null>(null)

    async function pressed(again: Press['again']) {
      await Full.fetch()
      const { activeElement } = document
      // Who has gone on to something else meanwhile is not called back.
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
  /** Does to the full control what was done to the plain one. */
  again(full: HTMLElement): void
  isWanted: boolean
}
