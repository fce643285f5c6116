import { X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react'
import { isInIpRanges, parseIpRange, splitEntries } from '#contract/ipRanges.ts'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { withKeys } from '../../../ui/Kbd.tsx'
import sections from '../../../ui/Sections.module.css'
import { useConsole, useT } from '../../../useConsole.tsx'
import styles from '../form/settings.module.css'
import list from './AddressList.module.css'
import { addAddresses, MAX_ADDRESSES } from './addAddresses.ts'

interface AddressListProps {
  ref: Ref<HTMLInputElement>
  title: string
  name: string
  entries: readonly string[]
  onEntries(entries: readonly string[]): void
  /** The text in the input that is not added yet, and why it could not be added. */
  typed: string
  error: string | null
  onTyped(typed: string, error: string | null): void
  onError(error: string): void
  /** The current IP address of the user; null where the gateway does not say. */
  ownAddress: string | null
  /** Text for an empty list. */
  empty: string
  mayEdit: boolean
}

/** A list of IP addresses and ranges. Several can be pasted at once. Rejected entries stay in the input with the reason. */
export function AddressList(props: AddressListProps) {
  const { ref, title, name, entries, onEntries, typed, error, onTyped, onError, ownAddress, empty, mayEdit } = props
  const t = useT()
  const { announcer } = useConsole()
  const id = useId()
  const rows = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLDivElement>(null)

  function add(text: string) {
    const { entries: next, rejected, fault } = addAddresses(entries, text)
    const missing = text.trim() === '' ? t('argument.ip.error') : null
    onTyped(rejected, fault === null ? missing : t(...fault))
    if (next.length === entries.length) return
    onEntries(next)
    announcer.polite(t('settings.ips.added', { n: next.length - entries.length }))
  }

  /** Adds the own address. Its button disappears, so the focus moves to the input. */
  function addOwnAddress() {
    onEntries([...entries, ownAddress ?? ''])
    announcer.polite(t('settings.ips.added', { n: 1 }))
    adder.current?.querySelector('input')?.focus()
  }

  function remove(index: number) {
    onEntries(entries.filter((_, place) => place !== index))
    // Focus the next entry, else the previous one, else the input.
    const buttons = rows.current?.querySelectorAll('button') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1] ?? adder.current?.querySelector('input')
    ;(next as HTMLElement | null)?.focus()
  }

  /** Shows why the typed entries could not be added. They are added on request only. */
  function onBlur(event: FocusEvent) {
    const { fault } = addAddresses(entries, typed)
    if (fault !== null && shouldValidateOnBlur(event)) onError(t(...fault))
  }

  function onKeyDown(event: KeyboardEvent) {
    const isMod = event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || isMod || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(typed)
  }

  return (
    <section className={styles.form} aria-labelledby={id}>
      <header className={sections.head}>
        <h2 className="bold" id={id}>
          {title}
        </h2>
        <span className="faint small">
          {entries.length} / {MAX_ADDRESSES}
        </span>
        {mayEdit && ownAddress !== null && !isInIpRanges(ownAddress, entries) && (
          <div className={list.own}>
            <Button
              variant="quiet"
              onClick={addOwnAddress}
              disabled={parseIpRange(ownAddress) === null || entries.length === MAX_ADDRESSES}
            >
              {t('settings.ips.addMine')}
            </Button>
          </div>
        )}
      </header>
      {entries.length === 0 ? (
        <p className={styles.nothing}>{empty}</p>
      ) : (
        <ul ref={rows} className={list.entries} aria-labelledby={id}>
          {entries.map((entry, index) => (
            <li key={entry}>
              {entry}
              {ownAddress !== null && isInIpRanges(ownAddress, [entry]) && (
                <span className={list.you}>{t('settings.ips.you')}</span>
              )}
              {mayEdit && (
                <IconButton
                  icon={X}
                  size={14}
                  label={t('settings.ips.remove', { entry })}
                  title={withKeys(t('settings.ips.remove', { entry }), 'delete')}
                  onClick={() => remove(index)}
                  onKeyDown={(event) => (event.key === 'Delete' || event.key === 'Backspace') && remove(index)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <div className={styles.adder} ref={adder}>
          <TextField
            ref={ref}
            label={t('settings.ips.add')}
            name={name}
            value={typed}
            onValue={(text) => onTyped(text, null)}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (splitEntries(text).length < 2) return
              event.preventDefault()
              add(`${typed} ${text}`)
            }}
            hint={t('settings.ips.addHint')}
            error={error}
            autoComplete="off"
            spellCheck={false}
          />
          <Button onClick={() => add(typed)}>{t('settings.ips.addOne')}</Button>
        </div>
      )}
    </section>
  )
}
