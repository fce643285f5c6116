import { type FormEvent, useEffect, useRef, useState } from 'react'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { formatAddress, parseAddress, useAddress } from '../../../state/location.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { focusOnArrival } from '../../../ui/focus/focusOnArrival.ts'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import styles from '../form/settings.module.css'
import { PlatformAccount } from './PlatformAccount.tsx'

/** Account support for staff: find an account by number or login name, and act on it. */
export function PlatformAccounts() {
  const t = useT()
  const { location } = useConsole()
  const hasLookup = useFeature('merchant-lookup')
  const { path, query } = parseAddress(useAddress(location))
  const who = query.get('who') ?? ''
  const act = query.get('act') ?? ''
  const [typed, setTyped] = useState(who)
  const [isMissing, setMissing] = useState(false)
  const [searches, setSearches] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const [asksName] = useState(who === '')
  useEffect(() => setTyped(who), [who])
  useEffect(() => {
    if (asksName) focusOnArrival(field.current)
  }, [asksName])

  function find(event: FormEvent) {
    event.preventDefault()
    const asked = typed.trim()
    setMissing(asked === '')
    if (asked === '') return field.current?.focus()
    // A search reads the account, also when its address is the same.
    setSearches(searches + 1)
    location.go(formatAddress(path, new URLSearchParams({ who: asked })))
  }

  return (
    <Page layer="form">
      <Section
        title={t(hasLookup ? 'settings.plat.find' : 'settings.plat.name')}
        text={t(hasLookup ? 'settings.plat.findText' : 'settings.plat.nameText')}
      >
        <form className={styles.adder} onSubmit={find} noValidate>
          <TextField
            ref={field}
            label={t(hasLookup ? 'settings.plat.who' : 'field.merchantNo')}
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
          <Button type="submit">{t(hasLookup ? 'settings.plat.findIt' : 'settings.next')}</Button>
        </form>
      </Section>
      {who !== '' && <PlatformAccount key={`${who} ${act} ${hasLookup} ${searches}`} who={who} act={act} />}
    </Page>
  )
}
