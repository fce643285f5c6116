import { useMachine } from '@xstate/react'
import { Copy, EyeOff } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { revealMachine } from '#machines/settings/revealMachine.ts'
import type { Outcome } from '#machines/submission/submission.ts'
import type { Api } from '../../../api/client.ts'
import { formatTime } from '../../../format/dates.ts'
import { outcomeOf } from '../../../submission/outcome.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { DetailGrid } from '../DetailGrid.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { PasswordDialog } from '../form/PasswordDialog.tsx'
import keys from './keys.module.css'

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
  const { api, scope } = console
  const machine = useMemo(
    () =>
      revealMachine.provide({
        actors: {
          reveal: fromPromise<Outcome<string>, { password: string }>(async ({ input }) =>
            outcomeOf(console, async () => revealSecret(api, await hashPassword(input.password))),
          ),
        },
      }),
    [api, console],
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
        <code>{secret ?? (stored.secret === '' ? '–' : stored.secret)}</code>
        {isShown ? (
          <div className={keys.tools}>
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
          stored.secret !== '' && (
            <Button ref={show} onClick={() => send({ type: 'secret.ask' })}>
              {t('settings.secret.reveal')}
            </Button>
          )
        )}
      </div>
      <DetailGrid
        details={[
          {
            title: t('settings.secret.used'),
            value: stored.lastUsedTime === null ? t('settings.never') : formatTime(stored.lastUsedTime),
          },
        ]}
      />
      {stored.oldSecretUntil !== null && (
        <DetailGrid
          details={[
            { title: t('settings.secret.oldUntil'), value: formatTime(stored.oldSecretUntil) },
            {
              title: t('settings.secret.oldUsed'),
              value: stored.oldSecretUsedTime === null ? t('settings.never') : formatTime(stored.oldSecretUsedTime),
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

const revealSecret = async (api: Pick<Api, 'call'>, txnPwd: string): Promise<string> =>
  (await api.call(calls.changeSecret, { action: 'reveal', txnPwd }, { quiet: true })).secret
