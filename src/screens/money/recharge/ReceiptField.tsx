import { FileCheck2, Paperclip } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useFieldIds } from '../../../ui/fields/useFieldIds.ts'
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
  const parts = useFieldIds(error, t('money.receipt.hint'))
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const readFile = (file: Blob | undefined) => file && readReceipt(file).then(onValue, () => onValue(''))
  const latestReadFile = useRef(readFile)
  useEffect(() => {
    latestReadFile.current = readFile
  })

  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => latestReadFile.current(clipboardData?.files[0])
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    readFile(event.dataTransfer.files[0])
  }

  const Icon = value === '' ? Paperclip : FileCheck2
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target only; its button does the same
    <div
      className={styles.receipt}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className={styles.fieldLabel} id={`${parts.id}-label`}>
        {t('money.receipt')}
      </p>
      <div className={styles.drop}>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.file}>
          {value === '' ? t('money.receipt.none') : t('money.receipt.there', { size: receiptSize(value) })}
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
      <p className={styles.hint} {...parts.hint}>
        {t('money.receipt.hint')}
      </p>
      {error !== null && (
        <p className={styles.error} {...parts.error}>
          {error}
        </p>
      )}
    </div>
  )
}
