import { useSelector } from '@xstate/react'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import type { HeldMovement } from '#machines/money/holdMachine.ts'
import { useKeymap } from '../../../keyboard/CommandKeys.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useTick } from '../../../useTick.ts'
import styles from './Hold.module.css'

const SECOND_MS = 1_000
const TICK_MS = 250

/** Cancels a movement on hold: the seconds that are left, and a ring that empties. Its keys work everywhere. */
export function Hold({ held }: { held: HeldMovement }) {
  const t = useT()
  const { clock, hold } = useConsole()
  const keys = useKeymap()
    .keysFor('hold.takeBack')
    .filter((key) => !key.includes('+'))
  const isTaking = useSelector(hold, (snapshot) => snapshot.matches('takingBack'))
  const now = useTick(clock.now, TICK_MS)
  const length = useRef(Math.max(1, held.until - now)).current
  const left = Math.max(0, held.until - now)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      // The button leaves the page with the hold; the heading keeps the focus.
      if (document.activeElement === element) document.getElementById('money-result')?.focus()
    }
  }, [])
  return (
    <div className={styles.hold} data-hold="">
      <Button
        ref={button}
        className={styles.cancel ?? ''}
        aria-disabled={isTaking}
        onClick={() => hold.send({ type: 'hold.takeBack', id: held.movement.id })}
        onKeyDown={(event) => {
          // The Enter that confirmed the movement may still be held.
          if (event.repeat) event.preventDefault()
        }}
      >
        <svg className={styles.ring} viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="10" pathLength={1} />
          <circle cx="12" cy="12" r="10" pathLength={1} style={{ '--left': left / length } as CSSProperties} />
        </svg>
        <span className={styles.label}>
          {isTaking
            ? t('hold.taking')
            : `${t('hold.takeBack')} · ${t('money.result.seconds', { n: Math.floor(left / SECOND_MS) })}`}
        </span>
      </Button>
      <span className={styles.keys}>
        <span className="second">{t('money.result.cancellable')}</span>
        {keys.map((key) => (
          <Kbd key={key} keys={key} />
        ))}
      </span>
    </div>
  )
}
