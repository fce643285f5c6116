import { useSelector } from '@xstate/react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { guestCalls } from '#contract/guestCalls.ts'
import type { DemoAccount } from '#contract/rows/system.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { GuestKey } from '#locales/messages.ts'
import { loadSha256Hex } from '../../api/loadSha256Hex.ts'
import { APP } from '../../appIdentity.ts'
import { shouldValidateOnBlur } from '../../forms/fieldBlur.ts'
import { SecretField } from '../../forms/SecretField.tsx'
import { SWITCH_LOCALES } from '../../i18n.ts'
import { useLoaded } from '../../loading/useLoaded.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useCore, useLocale, useT } from '../../useCore.tsx'
import styles from './Login.module.css'
import { LoginAlert } from './LoginAlert.tsx'

// Loaded late, because most accounts do not need it.
const PasscodeStep = lazyComponent(async () => (await import('./PasscodeStep.tsx')).PasscodeStep)

/** Sign-in: name and password, then the passcode if the account requires it. */
export function Login() {
  const t = useT()
  const { session, setLocale } = useCore()
  const atPasscode = useSelector(session, (snapshot) => snapshot.matches('otp'))
  const locale = useLocale()
  const company = useSelector(session, ({ context }) => context.companySystemInfo)
  // Kept here, so that it survives going back from the passcode step.
  const [username, setUsername] = useState('')
  return (
    <div className={styles.page} data-layer="form">
      <main className={styles.card} id="main">
        <header className={styles.head}>
          <span className={styles.brand}>
            <Brand size={24} />
            {company?.name ?? t('app.name')}
          </span>
          <LanguageSwitch label={t('app.language')} offered={SWITCH_LOCALES} chosen={locale} onChoose={setLocale} />
        </header>
        {atPasscode ? <PasscodeStep /> : <Credentials username={username} onUsername={setUsername} />}
      </main>
      <footer className={styles.foot}>{t('app.identity', APP)}</footer>
    </div>
  )
}

interface Faults {
  username?: GuestKey | undefined
  password?: GuestKey | undefined
}

const faultsOf = ({ username, password }: { username: string; password: string }): Faults => ({
  username: PATTERNS.loginName.test(username) ? undefined : username === '' ? 'rule.required' : 'login.username.rule',
  password: password === '' ? 'rule.required' : undefined,
})

function Credentials({ username, onUsername }: { username: string; onUsername(name: string): void }) {
  const t = useT()
  const { session, isEnded } = useCore()
  const isBusy = useSelector(
    session,
    (snapshot) => snapshot.matches({ credentials: 'submitting' }) || snapshot.matches('entering'),
  )
  const error = useSelector(session, ({ context }) => context.loginError)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const demoAccounts = useDemoAccounts()
  const title = useId()

  // Clear the password after each failure, even an equal one. The name stays.
  const counter = error?.counter ?? 0
  useEffect(() => {
    if (counter === 0) return
    setPassword('')
    passwordField.current?.focus()
  }, [counter])

  const signIn = (account: Pick<DemoAccount, 'username' | 'password'>) =>
    session.send({ type: 'login.submit', username: account.username, password: account.password })

  function submit(event: FormEvent) {
    event.preventDefault()
    const next = faultsOf({ username, password })
    setFaults(next)
    if (next.username !== undefined) nameField.current?.focus()
    else if (next.password !== undefined) passwordField.current?.focus()
    else signIn({ username, password })
  }

  const validateField = (name: keyof Faults, event: FocusEvent) =>
    shouldValidateOnBlur(event) && setFaults((known) => ({ ...known, [name]: faultsOf({ username, password })[name] }))

  function pickByDigit(event: KeyboardEvent) {
    const account =
      username === '' && !event.ctrlKey && !event.metaKey && !event.altKey ? demoAccounts[Number(event.key) - 1] : undefined
    if (account === undefined) return
    event.preventDefault()
    signIn(account)
  }

  return (
    <>
      <h1 className="headline" id={title}>
        {t('login.title')}
      </h1>
      <p className={styles.intro}>{t(isEnded ? 'login.ended' : 'login.intro')}</p>
      <form className={styles.form} onSubmit={submit} aria-labelledby={title} noValidate>
        <LoginAlert />
        <TextField
          ref={nameField}
          label={t('login.username')}
          name="username"
          value={username}
          onValue={onUsername}
          onKeyDown={pickByDigit}
          onBlur={(event) => validateField('username', event)}
          error={faults.username === undefined ? null : t(faults.username)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isBusy}
          autoFocus={username === ''}
        />
        <SecretField
          ref={passwordField}
          label={t('login.password')}
          name="password"
          value={password}
          onValue={setPassword}
          error={passwordFault()}
          autoComplete="current-password"
          onBlur={(event) => validateField('password', event)}
          onFocus={() => loadSha256Hex().catch(() => {})}
          readOnly={isBusy}
          autoFocus={username !== ''}
        />
        <Button variant="primary" type="submit" className={styles.submit} aria-busy={isBusy} disabled={isBusy}>
          {t(isBusy ? 'login.busy' : 'login.submit')}
        </Button>
      </form>
      <DemoAccounts accounts={demoAccounts} onPick={signIn} />
    </>
  )

  function passwordFault(): string | null {
    if (faults.password !== undefined) return t(faults.password)
    return error?.errorCode === 'errorPwd' && password === '' ? t('errorPwd') : null
  }
}

/** The sample accounts of a demo gateway; empty for any other gateway. */
function useDemoAccounts(): readonly DemoAccount[] {
  const { api, features } = useCore()
  const { value } = useLoaded(async (how) => {
    await api.call(guestCalls.health, {}, { ...how, quiet: true })
    return features.has('demo-accounts') ? api.call(guestCalls.demoAccounts, {}, { ...how, quiet: true }) : []
  })
  return value ?? []
}

/** The sample accounts, each with the digit key that signs in. */
function DemoAccounts({ accounts, onPick }: { accounts: readonly DemoAccount[]; onPick(account: DemoAccount): void }) {
  const t = useT()
  if (accounts.length === 0) return null
  return (
    <section className={styles.samples}>
      <h2 className={styles.samplesTitle}>{t('login.samples')}</h2>
      <ul>
        {accounts.map((account, index) => (
          <li key={account.username}>
            <button type="button" className={styles.sample} onClick={() => onPick(account)}>
              <Kbd keys={String(index + 1)} />
              <span>{account.username}</span>
              <span className="faint">{t(`login.kind.${account.kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
