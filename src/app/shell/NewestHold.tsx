import { useSelector } from '@xstate/react'
import { amountText } from '../../format/amount.ts'
import { ButtonKeys } from '../../keyboard/CommandKeys.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useTick } from '../../useTick.ts'
import bar from './StatusBar.module.css'

/** The newest movement on hold, the seconds until its release, and the key that takes it back. */
export function NewestHold() {
  const t = useT()
  const { hold, scope } = useConsole()
  const last = useSelector(hold, ({ context }) => context.held.at(-1))
  const isTaking = useSelector(hold, (snapshot) => snapshot.matches('takingBack'))
  if (last === undefined) return null
  const { movement: record, until } = last
  if (isTaking) return <span role="status">{t('hold.taking')}</span>
  return (
    <span className={bar.hold}>
      <span className="truncate">
        <Countdown until={until}>
          {(left) =>
            t(record.type === 'WITHDRAW' ? 'hold.WITHDRAW' : 'hold.TRANSFER_OUT', {
              amount: amountText(record),
              left,
            })
          }
        </Countdown>
      </span>
      <Button
        variant="quiet"
        className={bar.takeBack ?? ''}
        data-command="hold.takeBack"
        onClick={() => scope().app.cancelHeldMovement()}
      >
        {t('hold.takeBack')}
        <ButtonKeys of="hold.takeBack" at={-1} />
      </Button>
    </span>
  )
}

function Countdown({ until, children }: { until: number; children(left: number): string }) {
  const at = useTick(useConsole().clock.now, 250)
  // The clock estimate is up to one second late: round down.
  return <span>{children(Math.max(0, Math.floor((until - at) / 1000)))}</span>
}
