import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { findKeyIssues, type KeyIssue, withBinding } from '#commands/keyboard/remap.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import sections from '../../ui/Sections.module.css'
import { useConsole, useT } from '../../useConsole.tsx'
import { keyFaultText, shownKeys } from './faultText.ts'
import { KeyRecorder } from './KeyRecorder.tsx'
import type { KeyRow } from './keyRows.ts'
import styles from './Preferences.module.css'

interface KeyDialogProps {
  open: boolean
  row: KeyRow
  changes: KeyChanges
  onClose(): void
  /** Called with all keys of the command; null for the defaults. */
  onChange(keys: readonly string[] | null): void
}

/** Edits the keys of one command: remove, add by pressing, or reset. */
export function KeyDialog({ open, row, changes, onClose, onChange }: KeyDialogProps) {
  const t = useT()
  const recorder = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={row.title} closeLabel={t('app.close')} width={440} initialFocus={recorder}>
      {open && <Editor row={row} changes={changes} onClose={onClose} onChange={onChange} recorder={recorder} />}
    </Dialog>
  )
}

type EditorProps = Omit<KeyDialogProps, 'open'> & { recorder: React.RefObject<HTMLInputElement | null> }

function Editor({ row, changes, onClose, onChange, recorder }: EditorProps) {
  const t = useT()
  const { registry, scope } = useConsole()
  const [pressed, setPressed] = useState<readonly string[]>([])
  const { layer, id, keys, isChanged } = row
  const newKeys = pressed.join(' ')
  const firstFault = (all: readonly string[]): KeyIssue | undefined => findKeyIssues(withBinding(changes, layer, id, all))[0]
  const fault = newKeys === '' || keys.includes(newKeys) ? undefined : firstFault([...keys, newKeys])
  const context = { registry, scope: scope(), t }

  function add() {
    if (newKeys === '') return onClose()
    if (fault !== undefined) return
    if (!keys.includes(newKeys)) onChange([...keys, newKeys])
    setPressed([])
  }

  function removeKeys(one: string) {
    const left = keys.filter((other) => other !== one)
    if (firstFault(left) === undefined) onChange(left)
    recorder.current?.focus()
  }

  return (
    <div className={styles.editor}>
      <p className={sections.text}>{t(`keys.layer.${layer}`)}</p>
      <ul className={styles.chips}>
        {keys.length === 0 && <li className={styles.none}>{t('preferences.keys.none')}</li>}
        {keys.map((one) => (
          <li key={one} className={styles.chip}>
            <Kbd keys={one} />
            <Button
              variant="icon"
              aria-label={t('preferences.keys.remove', { keys: shownKeys(one) })}
              disabled={firstFault(keys.filter((other) => other !== one)) !== undefined}
              onClick={() => removeKeys(one)}
            >
              <X size={14} strokeWidth={1.5} />
            </Button>
          </li>
        ))}
      </ul>
      <KeyRecorder
        ref={recorder}
        pressed={pressed}
        onPressed={setPressed}
        onDone={add}
        error={fault === undefined ? null : keyFaultText(fault, context)}
      />
      <div className={styles.actions}>
        <Button aria-disabled={!isChanged} onClick={() => onChange(null)}>
          {t('preferences.keys.reset')}
        </Button>
        <Button variant="primary" aria-disabled={fault !== undefined} onClick={add}>
          {t(newKeys === '' ? 'preferences.keys.done' : 'preferences.keys.add')}
        </Button>
      </div>
    </div>
  )
}
