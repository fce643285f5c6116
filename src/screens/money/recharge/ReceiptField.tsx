import { FileCheck2, Paperclip } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FieldNotes, useFieldIds } from '../../../ui/fields/Field.tsx'
import field from '../../../ui/fields/TextField.module.css'
import { useT } from '../../../useConsole.tsx'
import { RECEIPT_TYPES, readReceipt, receiptSize } from '../flow/receiptFile.ts'
import styles from './recharge.module.css'

interface ReceiptFieldProps {
  /** A data URL; empty when there is none. */
  value: string
  error: string | null
  onValue(url: string): void
}

/** The receipt of the bank: chosen, dropped on the field, or pasted anywhere on the page. */
export function ReceiptField({ value, error, onValue }: ReceiptFieldProps) {
  const t = useT()
  const hint = t('money.receipt.hint')
  const parts = useFieldIds(error, hint)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const readFile = (file: Blob | undefined) => file && readReceipt(file).then(onValue, () => onValue(''))
  const onPaste = useEffectEvent(({ clipboardData }: ClipboardEvent) => readFile(clipboardData?.files[0]))
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    readFile(event.dataTransfer.files[0])
  }

  const isAdded = value !== '' && error === null
  const Icon = isAdded ? FileCheck2 : Paperclip
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target only; its button does the same
    <div
      className={field.field}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="second small medium" id={`${parts.id}-label`}>
        {t('money.receipt')}
      </p>
      <div className={styles.drop}>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="grow">
          {isAdded && t('money.receipt.there', { size: receiptSize(value) })}
          {!isAdded && t(value === '' ? 'money.receipt.none' : 'money.receipt.refused')}
        </span>
        <Button
          ref={choose}
          id={parts.input.id}
          aria-invalid={parts.input['aria-invalid']}
          aria-describedby={`${parts.id}-label ${parts.input['aria-describedby'] ?? ''}`}
          onClick={() => input.current?.click()}
        >
          {t(value === '' ? 'money.receipt.choose' : 'money.receipt.replace')}
        </Button>
        {value !== '' && (
          <Button
            variant="quiet"
            onClick={() => {
              onValue('')
              choose.current?.focus()
            }}
          >
            {t('money.receipt.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={RECEIPT_TYPES}
        hidden
        onChange={({ target }) => {
          readFile(target.files?.[0])
          target.value = ''
        }}
      />
      <FieldNotes hint={hint} error={error} parts={parts} />
    </div>
  )
}
