import { OTPField } from '@base-ui/react/otp-field'
import { type RefObject, useEffect, useRef } from 'react'
import { useFieldIds } from '../ui/fields/Field.tsx'
import textField from '../ui/fields/TextField.module.css'
import { useUiText } from '../ui/uiText.ts'
import styles from './PasscodeField.module.css'

export const PASSCODE_LENGTH = 6

interface PasscodeFieldProps {
  value: string
  onValue(otp: string): void
  onComplete(otp: string): void
  isBusy: boolean
  labelledBy: string
  /** Shown below the boxes, tied to each of them, and announced. */
  error: string | null
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
  error,
  refusalCount,
  firstBoxRef,
}: PasscodeFieldProps) {
  const t = useUiText()
  const parts = useFieldIds(error)
  const { 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = parts.input
  const boxes = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal focuses the first box, also a repeated one
  useEffect(() => boxes.current?.querySelector('input')?.focus(), [refusalCount])
  return (
    <div className={textField.field}>
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
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            {...(index === 0 && firstBoxRef !== undefined ? { ref: firstBoxRef } : {})}
            // The component ignores an aria-label on the first box, so it is named by the label of the group.
            {...(index === 0 ? { 'aria-labelledby': labelledBy } : { 'aria-label': t('otp.digit', { n: index + 1 }) })}
          />
        ))}
      </OTPField.Root>
      {error !== null && (
        <p key={refusalCount} role="alert" className="small bad" {...parts.error}>
          {error}
        </p>
      )}
    </div>
  )
}
