import { type FormEvent, useEffect, useRef, useState } from 'react'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { parseAddress, useAddress } from '../../../state/location.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import styles from '../form/settings.module.css'
import { PlatformAccount } from './PlatformAccount.tsx'

/** Account support for staff: find an account by number or login name, and act on it. */
export function PlatformAccounts() {
  const t = useT()
  const { location } = useConsole()
  const { path, query } = parseAddress(useAddress(location))
  const who = query.get('who') ?? ''
  const act = query.get('act') ?? ''
  const [typed, setTyped] = useState(who)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(who), [who])

  function find(event: FormEvent) {
    event.preventDefault()
    const query = typed.trim()
    setMissing(query === '')
    if (query === '') return field.current?.focus()
    location.go(`${path}?${new URLSearchParams({ who: query })}`)
  }

  return (
    <Page layer="form">
      <Section title={t('settings.plat.find')} text={t('settings.plat.findText')}>
        <form className={styles.adder} onSubmit={find} noValidate>
          <TextField
            ref={field}
            autoFocus={who === ''}
            label={t('settings.plat.who')}
            name="who"
            value={typed}
            onValue={(value) => {
              setTyped(value)
              setMissing(false)
            }}
            onBlur={(event) => setMissing(typed.trim() === '' && shouldValidateOnBlur(event))}
            error={isMissing ? t('rule.required') : null}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit">{t('settings.plat.findIt')}</Button>
        </form>
      </Section>
      {who !== '' && <PlatformAccount key={`${who} ${act}`} who={who} act={act} />}
    </Page>
  )
}
