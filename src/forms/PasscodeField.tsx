import { OTPField } from '@base-ui/react/otp-field'
import { type RefObject, useEffect, useRef } from 'react'
import styles from './PasscodeField.module.css'

export const PASSCODE_LENGTH = 6

interface PasscodeFieldProps {
  value: string
  onValue(otp: string): void
  /** All digits are there. */
  onComplete(otp: string): void
  isBusy: boolean
  labelledBy: string
  /** How often one was refused: each time the first box has the focus again. */
  refused: number
  digit(n: number): string
  /** The first box, for whoever gives it the focus. */
  first?: RefObject<HTMLInputElement | null>
}

/** Six digits that submit themselves; a paste fills them all. */
export function PasscodeField({ value, onValue, onComplete, isBusy, labelledBy, refused, digit, first }: PasscodeFieldProps) {
  const boxes = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal, also the same one again
  useEffect(() => boxes.current?.querySelector('input')?.focus(), [refused])
  return (
    <OTPField.Root
      ref={boxes}
      className={styles.boxes}
      length={PASSCODE_LENGTH}
      name="otp"
      value={value}
      onValueChange={onValue}
      onValueComplete={onComplete}
      readOnly={isBusy}
      aria-labelledby={labelledBy}
    >
      {Array.from({ length: PASSCODE_LENGTH }, (_, index) => (
        <OTPField.Input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          key={index}
          className={styles.box}
          {...(index === 0 && first !== undefined ? { ref: first } : {})}
          // The first box takes no name of its own from this component, only that of the whole.
          {...(index === 0 ? { 'aria-labelledby': labelledBy } : { 'aria-label': digit(index + 1) })}
        />
      ))}
    </OTPField.Root>
  )
}
