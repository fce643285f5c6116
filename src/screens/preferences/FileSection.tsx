import { type ChangeEvent, useRef, useState } from 'react'
import { fileName } from '../../format/dates.ts'
import { withCommandRuntime } from '../../loading/withCommandRuntime.tsx'
import { saveFile } from '../../saveFile.ts'
import type { PreferenceValues } from '../../state/preferences.ts'
import { type FileFault, formatPreferences, parsePreferences } from '../../state/preferencesFile.ts'
import { Button } from '../../ui/Button.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { fileFaultText } from './faultText.ts'
import styles from './Preferences.module.css'

interface FileSectionProps {
  likings: PreferenceValues
  onRead(likings: Partial<PreferenceValues>): void
}

/** Saves and reads preferences as a file. A file with any fault changes nothing. */
export const FileSection = withCommandRuntime(({ likings, onRead }: FileSectionProps) => {
  const t = useT()
  const { clock, registry, scope, toasts } = useConsole()
  const [faults, setFaults] = useState<readonly FileFault[]>([])
  const chooser = useRef<HTMLInputElement>(null)

  function save() {
    const blob = new Blob([formatPreferences(likings)], { type: 'application/json' })
    saveFile({ blob, name: `${fileName('paydesk-preferences', clock.now()).replace(/\.\w+$/, '')}.json` }, window)
  }

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file === undefined) return
    const found = parsePreferences(await file.text())
    // Allow choosing the same file again after a correction.
    target.value = ''
    if ('faults' in found) return setFaults(found.faults)
    setFaults([])
    onRead(found.likings)
    toasts.show({ tone: 'done', text: t('preferences.file.read') })
  }

  return (
    <>
      <div className={styles.tools}>
        <Button onClick={save}>{t('preferences.file.save')}</Button>
        <Button onClick={() => chooser.current?.click()}>{t('preferences.file.open')}</Button>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('preferences.file.open')}
          onChange={read}
        />
      </div>
      {faults.length > 0 && (
        <div className={styles.faults} role="alert">
          <p>{t('preferences.file.refused')}</p>
          <ul>
            {faults.map((fault) => (
              <li key={JSON.stringify(fault)}>{fileFaultText(fault, { registry, scope: scope(), t })}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
})
