import { useSelector } from '@xstate/react'
import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import type { Words } from '../../detail/words.ts'
import { useSignal } from '../../state/signal.ts'
import { later } from '../../ui/later.tsx'
import type { Sheet } from '../sheet.ts'

export const RecordFrame = later(async () => (await import('./RecordFrame.tsx')).RecordFrame)
export const MissingRecord = later(async () => (await import('./MissingRecord.tsx')).MissingRecord)
export const OpenRecord = later(async () => (await import('./OpenRecord.tsx')).OpenRecord)

/** The record that is open beside the list, or over it; nothing while none is. */
export function RecordPane({ sheet, words }: { sheet: Sheet; words: Words }) {
  const { view } = useSignal(sheet.address.query)
  const isOpen = useSelector(sheet.detail, (snapshot) => !snapshot.matches('closed'))
  const record = useSelector(sheet.detail, ({ context }) => context.record)
  // A held key walks faster than a record is drawn; the row it is on comes first.
  const shown = useDeferredValue(record)
  const isShown = view !== null && isOpen
  useFocusLeft(sheet, isShown)
  if (!isShown) return null
  return (
    <RecordFrame sheet={sheet} words={words} view={view} hasRecord={record !== null}>
      {shown === null ? (
        <MissingRecord sheet={sheet} words={words} />
      ) : (
        <OpenRecord sheet={sheet} words={words} record={shown} />
      )}
    </RecordFrame>
  )
}

/** Back closes a record without asking anybody: what was in it gives the focus to the row. */
function useFocusLeft({ parts }: Sheet, isShown: boolean) {
  const wasShown = useRef(isShown)
  useLayoutEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) parts.grid?.focus()
    wasShown.current = isShown
  }, [parts, isShown])
}
