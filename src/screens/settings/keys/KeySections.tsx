import { useMachine } from '@xstate/react'
import { Copy, Download, EyeOff } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { type MerchantSecret, NEVER_USED } from '#contract/rows/credentials.ts'
import { revealMachine } from '#machines/settings/revealMachine.ts'
import type { Outcome } from '#machines/submission/submission.ts'
import { formatTime } from '../../../format/dates.ts'
import type { Translate } from '../../../i18n.ts'
import { saveFile } from '../../../saveFile.ts'
import { outcomeOf } from '../../../submission/outcome.ts'
import { Button } from '../../../ui/Button.tsx'
import { NoFigure } from '../../../ui/NoFigure.tsx'
import sections from '../../../ui/Sections.module.css'
import { Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { DetailGrid } from '../DetailGrid.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { PasswordDialog } from '../form/PasswordDialog.tsx'
import styles from '../form/settings.module.css'
import keys from './keys.module.css'
import { revealSecret } from './resetKey.ts'

interface SecretSectionProps {
  stored: MerchantSecret
  /** Number of reveal requests by commands. */
  revealRequests: number
  mayReset: boolean
  onReset(): void
}

/** The shared secret: masked, or shown for half a minute after the transaction password. */
export function SecretSection({ stored, revealRequests, mayReset, onReset }: SecretSectionProps) {
  const t = useT()
  const console = useConsole()
  const { api, i18n, scope } = console
  const hasOverlap = useFeature('secret-overlap')
  const machine = useMemo(
    () =>
      revealMachine.provide({
        actors: {
          reveal: fromPromise<Outcome<string>, { password: string }>(async ({ input }) => {
            const outcome = await outcomeOf(console, async () => revealSecret(api, await hashPassword(input.password)))
            if (outcome.kind !== 'accepted') return outcome
            const { receipt } = outcome
            if (receipt !== null) return { kind: 'accepted', receipt }
            return refusedHere(i18n.t('settings.secret.notSent'))
          }),
        },
      }),
    [api, console, i18n],
  )
  const [snapshot, send] = useMachine(machine)
  const { secret, left, refusal } = snapshot.context
  const hide = useRef<HTMLButtonElement>(null)
  const show = useRef<HTMLButtonElement>(null)
  const isShown = secret !== null

  useEffect(() => {
    if (revealRequests > 0) send({ type: 'secret.ask' })
  }, [revealRequests, send])
  // Hide it when the window loses the focus.
  useEffect(() => {
    if (!isShown) return
    const leave = () => send({ type: 'secret.hide' })
    window.addEventListener('blur', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('blur', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [isShown, send])
  const wasShown = useRef(false)
  useEffect(() => {
    if (isShown) hide.current?.focus()
    else if (wasShown.current && document.activeElement === document.body) show.current?.focus()
    wasShown.current = isShown
  }, [isShown])

  return (
    <Section
      title={t('settings.secret')}
      text={t('settings.secret.text')}
      tools={
        mayReset && (
          <Button variant="danger" onClick={onReset}>
            {t('settings.secret.reset')}
          </Button>
        )
      }
    >
      <div className={keys.secret}>
        <code>{secret ?? stored.secret ?? <NoFigure />}</code>
        {isShown ? (
          <div className="row buttons push">
            <span className="faint">{t('settings.secret.left', { n: left })}</span>
            <Button variant="quiet" onClick={() => void scope().app.copy(secret)}>
              <Copy size={14} strokeWidth={1.5} /> {t('app.copy')}
            </Button>
            <Button ref={hide} variant="quiet" onClick={() => send({ type: 'secret.hide' })}>
              <EyeOff size={14} strokeWidth={1.5} /> {t('settings.secret.hide')}
            </Button>
          </div>
        ) : (
          mayReset &&
          stored.secret !== null && (
            <Button ref={show} onClick={() => send({ type: 'secret.ask' })}>
              {t('settings.secret.reveal')}
            </Button>
          )
        )}
      </div>
      {hasOverlap && (
        <DetailGrid
          details={[
            {
              title: t('settings.secret.used'),
              value: usedText(stored.lastUsedTime, t),
            },
          ]}
        />
      )}
      {hasOverlap && stored.oldSecretUntil !== null && (
        <DetailGrid
          details={[
            { title: t('settings.secret.oldUntil'), value: formatTime(stored.oldSecretUntil) },
            {
              title: t('settings.secret.oldUsed'),
              value: usedText(stored.oldSecretUsedTime, t),
            },
          ]}
        />
      )}
      <PasswordDialog
        open={snapshot.matches('asking') || snapshot.matches('revealing')}
        title={t('command.secret.reveal')}
        text={t('settings.secret.revealText')}
        submit={t('settings.secret.reveal')}
        isBusy={snapshot.matches('revealing')}
        refusal={refusal}
        onPassword={(password) => send({ type: 'secret.reveal', password })}
        onClose={() => send({ type: 'secret.hide' })}
      />
    </Section>
  )
}

/** When a secret was used; null where the gateway does not say. */
const usedText = (time: string | null, t: Translate): string | null =>
  time === null ? null : time === NEVER_USED ? t('settings.never') : formatTime(time)

/** A refusal by the console, of a reply that lacks what was asked for. */
const refusedHere = (message: string): Outcome<never> => ({
  kind: 'refused',
  refusal: { code: 'NOT_SENT', message, fields: {}, retryAfter: null },
  isDefinitive: true,
  settlesDoubt: false,
})

interface KeyPairSectionProps extends Omit<SecretSectionProps, 'revealRequests'> {
  merchantNo: string
}

/** The key pair of the platform for this merchant. The private key is always masked. */
export function KeyPairSection({ stored, merchantNo, mayReset, onReset }: KeyPairSectionProps) {
  const t = useT()
  const { platPublicKey, platPrivateKey } = stored
  const isNone = platPublicKey === ''
  return (
    <Section
      title={t('settings.pair')}
      text={t('settings.pair.text')}
      tools={
        mayReset && (
          <Button {...(isNone ? {} : { variant: 'danger' })} onClick={onReset}>
            {t(isNone ? 'settings.pair.make' : 'settings.pair.reset')}
          </Button>
        )
      }
    >
      {platPublicKey === null || isNone ? (
        <p className={styles.nothing}>{t(isNone ? 'settings.pair.none' : 'app.notAvailable')}</p>
      ) : (
        <>
          <KeyText label={t('settings.pair.public')} text={platPublicKey} file={`${merchantNo}-platform-public.pem`} />
          <DetailGrid details={[{ title: t('settings.pair.private'), value: platPrivateKey, isMono: true }]} />
        </>
      )}
    </Section>
  )
}

/** A key in full, to copy or download. */
export function KeyText({ label, text, file }: { label: string; text: string; file: string }) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <div className={styles.choices}>
      <div className={sections.head}>
        <span className="faint">{label}</span>
        <div className="buttons push">
          <Button variant="quiet" onClick={() => void scope().app.copy(text)}>
            <Copy size={14} strokeWidth={1.5} /> {t('app.copy')}
          </Button>
          <Button variant="quiet" onClick={() => saveFile({ blob: new Blob([text]), name: file }, window)}>
            <Download size={14} strokeWidth={1.5} /> {t('settings.download')}
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable by keyboard */}
      <section className={keys.pem} tabIndex={0} aria-label={label}>
        {text}
      </section>
    </div>
  )
}
