import { useSelector } from '@xstate/react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { guestCalls } from '#contract/guestCalls.ts'
import type { DemoAccount } from '#contract/rows/system.ts'
import type { GuestKey, Locale } from '#locales/messages.ts'
import { loadSha256Hex } from '../../api/loadSha256Hex.ts'
import { APP } from '../../appIdentity.ts'
import { shouldValidateOnBlur } from '../../forms/fieldBlur.ts'
import { SecretField } from '../../forms/SecretField.tsx'
import { switchLocales } from '../../i18n.ts'
import { hasModifier } from '../../keyboard/hasModifier.ts'
import { useLoaded } from '../../loading/useLoaded.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useCompany } from '../../useCompany.ts'
import { useCore, useLocale, useReconnected, useT } from '../../useCore.tsx'
import { LanguageOffer, takesOffer, useOfferedLocale } from './LanguageOffer.tsx'
import styles from './Login.module.css'
import { firstEmpty, LoginAlert } from './LoginAlert.tsx'

// Loaded late, because most accounts do not need it.
const PasscodeStep = lazyComponent(async () => (await import('./PasscodeStep.tsx')).PasscodeStep)

/** Sign-in: name and password, then the passcode if the account requires it. */
export function Login() {
  const t = useT()
  const { session, setLocale } = useCore()
  const atPasscode = useSelector(session, (snapshot) => snapshot.matches('otp'))
  const locale = useLocale()
  const company = useCompany()
  // Kept here, so that it survives going back from the passcode step.
  const [username, setUsername] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  const card = useRef<HTMLElement>(null)

  async function chooseLocale(chosen: Locale) {
    await setLocale(chosen)
    const field = nameField.current ?? firstEmpty(card.current)
    field?.focus()
  }

  return (
    <div className={styles.page} data-layer="form">
      <main ref={card} className={styles.card} id="main">
        <header className={styles.head}>
          <span className={styles.brand}>
            <Brand size={24} logo={company.logo} />
            {company.name}
          </span>
          <LanguageSwitch label={t('app.language')} offered={switchLocales(locale)} chosen={locale} onChoose={chooseLocale} />
        </header>
        {atPasscode ? (
          <PasscodeStep />
        ) : (
          <Credentials username={username} onUsername={setUsername} nameField={nameField} onLocale={chooseLocale} />
        )}
      </main>
      <footer className={styles.foot}>{t('app.identity', APP)}</footer>
    </div>
  )
}

interface Faults {
  username?: GuestKey | undefined
  password?: GuestKey | undefined
}

/** Requires both fields. A name's pattern is checked where an account is created: other gateways have other names. */
const faultsOf = ({ username, password }: { username: string; password: string }): Faults => ({
  username: username === '' ? 'rule.required' : undefined,
  password: password === '' ? 'rule.required' : undefined,
})

interface CredentialsProps {
  username: string
  onUsername(name: string): void
  nameField: RefObject<HTMLInputElement | null>
  onLocale(locale: Locale): void
}

function Credentials({ username, onUsername, nameField, onLocale }: CredentialsProps) {
  const t = useT()
  const { session, isEnded } = useCore()
  const isBusy = useSelector(
    session,
    (snapshot) => snapshot.matches({ credentials: 'submitting' }) || snapshot.matches('entering'),
  )
  const error = useSelector(session, ({ context }) => context.loginError)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const passwordField = useRef<HTMLInputElement>(null)
  const demoAccounts = useDemoAccounts()
  const offered = useOfferedLocale()
  const title = useId()

  // Clear the password after each refusal, even an equal one. The name stays, and without an answer the password, too.
  const { counter = 0, isUnanswered = false } = error ?? {}
  const isWrong = error?.errorCode === 'errorPwd'
  useEffect(() => {
    if (counter === 0) return
    if (!isUnanswered) setPassword('')
    passwordField.current?.focus()
  }, [counter, isUnanswered])

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
    const account = username === '' && !hasModifier(event) ? demoAccounts[Number(event.key) - 1] : undefined
    if (account === undefined) return
    event.preventDefault()
    signIn(account)
  }

  function takeOfferByKey(event: KeyboardEvent) {
    if (offered === null || username !== '' || password !== '' || !takesOffer(event)) return
    event.preventDefault()
    onLocale(offered)
  }

  const passwordFault = faults.password ?? (isWrong && password === '' && 'errorPwd')
  return (
    <>
      <h1 className="headline" id={title}>
        {t('login.title')}
      </h1>
      <p className={styles.intro}>{t(isEnded ? 'login.ended' : 'login.intro')}</p>
      <form className={styles.form} onSubmit={submit} onKeyDown={takeOfferByKey} aria-labelledby={title} noValidate>
        <LoginAlert isAtField={isWrong} />
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
          error={passwordFault ? t(passwordFault) : null}
          autoComplete="current-password"
          onBlur={(event) => validateField('password', event)}
          onFocus={() => loadSha256Hex().catch(() => {})}
          readOnly={isBusy}
          autoFocus={username !== ''}
        />
        {offered !== null && <LanguageOffer locale={offered} onTake={() => onLocale(offered)} />}
        <Button variant="primary" type="submit" className={styles.submit} aria-busy={isBusy} disabled={isBusy}>
          {t(isBusy ? 'login.busy' : 'login.submit')}
        </Button>
      </form>
      <DemoAccounts accounts={demoAccounts} onPick={signIn} />
    </>
  )
}

/** The sample accounts of a demo gateway; empty for any other gateway. Reads them again when the gateway is back. */
function useDemoAccounts(): readonly DemoAccount[] {
  const { api, features, connection } = useCore()
  const { value, retry } = useLoaded(async (how) => {
    connection.observe(await api.call(guestCalls.health, {}, { ...how, quiet: true }))
    return features.has('demo-accounts') ? api.call(guestCalls.demoAccounts, {}, { ...how, quiet: true }) : []
  })
  useReconnected(retry)
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
