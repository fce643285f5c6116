import { type FocusEvent, type PointerEvent, useState } from 'react'
import styles from './Readout.module.css'

/** The text of what is pointed at or focused in a picture, and the handlers that tell it. */
export function useReadout() {
  const [text, setText] = useState<string | null>(null)
  const read = ({ target }: FocusEvent | PointerEvent) =>
    setText((target as Element).closest('[data-focus-item][aria-label]')?.getAttribute('aria-label') ?? null)
  const clear = () => setText(null)
  return { text, handlers: { onPointerOver: read, onPointerLeave: clear, onFocus: read, onBlur: clear } }
}

/** One line of a fixed height, so that nothing moves when the text changes. Screen readers read the labels themselves. */
export const Readout = ({ text }: { text: string }) => (
  <p className={styles.readout} aria-hidden="true" title={text}>
    {text}
  </p>
)
