import { Circle, CircleCheck } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Command } from '#commands/command.ts'
import { gettingStartedSteps } from '#commands/gettingStarted.ts'
import { isStartScreen } from '#commands/navigation/isStartScreen.ts'
import type { RouteId } from '#commands/navigation/routes.ts'
import { labelOf, titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { useValue } from '../../state/value.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { keepClear } from '../../ui/keepClear.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { ButtonKeys, useKeymap } from '../CommandKeys.tsx'
import { focusPage } from '../returnToPage.ts'
import styles from './GettingStarted.module.css'

const DISMISS = 'help.dismissGettingStarted'

/** Five things to try, each with the key that runs it. */
export function GettingStarted({ place }: { place: RouteId }) {
  const { commandRuntime, features, permissions, registry, scope } = useConsole()
  const { done, isDismissed } = useValue(commandRuntime.current!.gettingStarted)
  const served = useValue(features)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps depend on what the gateway serves
  const steps = useMemo(() => gettingStartedSteps(registry, scope()), [registry, scope, served])
  if (isDismissed || !isStartScreen({ route: place, permissions, hasFeature: features.has })) return null
  return <Card steps={steps} done={done} />
}

function Card({ steps, done }: { steps: ReturnType<typeof gettingStartedSteps>; done: readonly string[] }) {
  const t = useT()
  const { activeScopes, runner, scope } = useConsole()
  const keymap = useKeymap()
  const attach = useCallback(
    (card: HTMLElement) => {
      const release = keepClear(card)
      return () => {
        // The list beside the card goes on where it was.
        if (card.contains(document.activeElement)) focusPage(activeScopes.list)
        release?.()
      }
    },
    [activeScopes],
  )
  const count = steps.filter(({ binding }) => done.includes(binding)).length
  const next = steps.find(({ binding }) => !done.includes(binding))
  return (
    <section ref={attach} className={styles.card} data-card="" aria-label={t('start.title')}>
      <header className={styles.head}>
        <h2 className="bold nowrap">{t('start.title')}</h2>
        <span className="faint nowrap">
          {count === steps.length ? t('start.done') : t('start.progress', { done: count, n: steps.length })}
        </span>
        <Button variant="quiet" className="push" data-command={DISMISS} onClick={() => runner.begin(DISMISS)}>
          {t('start.dismiss')}
          <ButtonKeys of={DISMISS} />
        </Button>
      </header>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const { binding, text, command } = step
          const isDone = done.includes(binding)
          const Icon = isDone ? CircleCheck : Circle
          const keys = keyOf(keymap.keysFor(command.id), scope().app.characterKeys)
          return (
            <li key={binding} data-next={step === next || undefined}>
              <button
                type="button"
                className={styles.step}
                data-done={isDone || undefined}
                data-command={command.id}
                onClick={() => runner.begin(command.id)}
              >
                <Icon className={styles.icon} size={16} strokeWidth={1.5} aria-hidden="true" />
                <span className={styles.text}>{text === undefined ? textOf(command, t) : t(text)}</span>
                {isDone && <span className="sr-only">{t('start.stepDone')}</span>}
                {keys !== undefined && (
                  <span aria-hidden="true">
                    <Kbd keys={keys} />
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** "Go to Payin" says more than the label of its button. */
const textOf = (command: Command, t: Translate): string =>
  command.section === 'go' ? titleOf(command, t) : labelOf(command, t)

/** The simplest key: a character, where those are on. */
const keyOf = (keys: readonly string[], hasCharacterKeys: boolean): string | undefined =>
  hasCharacterKeys ? keys.at(-1) : keys[0]
