import { OTPField } from '@base-ui/react/otp-field'
import { type RefObject, useEffect, useRef } from 'react'
import { useUiText } from '../ui/uiText.ts'
import styles from './PasscodeField.module.css'

export const PASSCODE_LENGTH = 6

interface PasscodeFieldProps {
  value: string
  onValue(otp: string): void
  onComplete(otp: string): void
  isBusy: boolean
  labelledBy: string
  /** Number of refusals so far; each change moves the focus to the first box. */
  refusalCount: number
  /** The first box, for setting the focus. */
  firstBoxRef?: RefObject<HTMLInputElement | null>
}

/** Six digit boxes that submit when complete; a paste fills all of them. */
export function PasscodeField({
  value,
  onValue,
  onComplete,
  isBusy,
  labelledBy,
  refusalCount,
  firstBoxRef,
}: PasscodeFieldProps) {
  const t = useUiText()
  const boxes = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal focuses the first box, also a repeated one
  useEffect(() => boxes.current?.querySelector('input')?.focus(), [refusalCount])
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
          key={index}
          className={styles.box}
          {...(index === 0 && firstBoxRef !== undefined ? { ref: firstBoxRef } : {})}
          // The component ignores an aria-label on the first box, so it is named by the label of the group.
          {...(index === 0 ? { 'aria-labelledby': labelledBy } : { 'aria-label': t('otp.digit', { n: index + 1 }) })}
        />
      ))}
    </OTPField.Root>
  )
}
