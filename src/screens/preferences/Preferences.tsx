import { useId } from 'react'
import type { MessageKey } from '#locales/messages.ts'
import type { PreferenceValues } from '../../state/preferences.ts'
import { CHOICES } from '../../state/preferencesFile.ts'
import { useValue } from '../../state/value.ts'
import { Page, Section } from '../../ui/Sections.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { FileSection } from './FileSection.tsx'
import { KeysSection } from './KeysSection.tsx'
import styles from './Preferences.module.css'

/** The preferences: appearance, rows and keys. Changes apply at once, in this browser. */
export function Preferences() {
  const t = useT()
  const { preferences } = useConsole()
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
        {choice('theme', (value) => t(`theme.${value}`))}
        {choice('density', (value) => t(`preferences.density.${value}`))}
        {choice('pageSize', String)}
        {choice('motion', (value) => t(`preferences.motion.${value}`))}
      </Section>
      <Section title={t('preferences.keys')} text={t('preferences.keys.text')}>
        {choice('characterKeys', (value) => t(value ? 'preferences.on' : 'preferences.off'))}
        {choice('chordLimit', (value) => t(`argument.limit.${value ?? 'none'}` as MessageKey))}
        <KeysSection changes={likings.keys} onChange={(keys) => preferences.change({ keys })} />
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
  onChoose(value: Value): void
}

/** A group of radio buttons. */
function Choice<Value>({ title, values, chosen, word, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.values}>
        {values.map((value) => (
          <label key={String(value)}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            {word(value)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
