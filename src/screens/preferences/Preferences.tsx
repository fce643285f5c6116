import { type ChangeEvent, useId, useRef, useState } from 'react'
import type { Locale, MessageKey } from '#locales/messages.ts'
import { fileName } from '../../format/dates.ts'
import { LOCALES } from '../../i18n.ts'
import { withCommandRuntime } from '../../loading/withCommandRuntime.tsx'
import { saveFile } from '../../saveFile.ts'
import { CHOICES, type PreferenceValues } from '../../state/preferences.ts'
import { type FileFault, formatPreferences, parsePreferences } from '../../state/preferencesFile.ts'
import { useValue } from '../../state/value.ts'
import { Button } from '../../ui/Button.tsx'
import { Page, Section } from '../../ui/Sections.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useLocale } from '../../useCore.tsx'
import { fileFaultText } from './faultText.ts'
import { KeysSection } from './KeysSection.tsx'
import styles from './Preferences.module.css'

/** The preferences: appearance, rows and keys. Changes apply at once, in this browser. */
export function Preferences() {
  const t = useT()
  const { preferences, scope } = useConsole()
  const locale = useLocale()
  const likings = useValue(preferences)
  const choice = <Name extends keyof typeof CHOICES>(name: Name, word: (value: PreferenceValues[Name]) => string) => (
    <Choice
      title={t(`preferences.${name}`)}
      values={CHOICES[name] as readonly PreferenceValues[Name][]}
      chosen={likings[name]}
      word={word}
      onChoose={(value) => preferences.change({ [name]: value })}
    />
  )
  return (
    <Page>
      <Section title={t('preferences.looks')}>
        <Choice
          title={t('app.language')}
          values={Object.keys(LOCALES) as Locale[]}
          chosen={locale}
          word={(value) => LOCALES[value].name}
          languageOf={(value) => LOCALES[value].tag}
          onChoose={(value) => scope().app.setLocale(value)}
        />
        {choice('theme', (value) => t(`theme.${value}`))}
        {choice('density', (value) => t(`preferences.density.${value}`))}
        {choice('pageSize', String)}
        {choice('motion', (value) => t(`preferences.motion.${value}`))}
      </Section>
      <Section title={t('preferences.keys')} text={t('preferences.keys.text')}>
        {choice('characterKeys', (value) => t(value ? 'preferences.on' : 'preferences.off'))}
        {choice('chordLimit', (value) => t(`argument.limit.${value ?? 'none'}` as MessageKey))}
        <KeysSection changes={likings.keys} />
      </Section>
      <Section title={t('preferences.file')} text={t('preferences.file.text')}>
        <FileSection likings={likings} onRead={preferences.change} />
      </Section>
    </Page>
  )
}

interface ChoiceProps<Value> {
  title: string
  values: readonly Value[]
  chosen: Value
  word(value: Value): string
  /** The language of a word that is not in that of the page. */
  languageOf?(value: Value): string
  onChoose(value: Value): void
}

function Choice<Value>({ title, values, chosen, word, languageOf, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.values}>
        {values.map((value) => (
          <label key={String(value)} lang={languageOf?.(value)}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            {word(value)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface FileSectionProps {
  likings: PreferenceValues
  onRead(likings: Partial<PreferenceValues>): void
}

/** Saves and reads preferences as a file. A file with any fault changes nothing. */
const FileSection = withCommandRuntime(({ likings, onRead }: FileSectionProps) => {
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
      <div className="buttons">
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
