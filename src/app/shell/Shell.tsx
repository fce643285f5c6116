import { useSelector } from '@xstate/react'
import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { APP } from '../../appIdentity.ts'
import { amountFormatter } from '../../format/amount.ts'
import { ButtonKeys } from '../../keyboard/CommandKeys.tsx'
import { ListStatus } from '../../lists/ListStatus.tsx'
import { useCommandsLoaded } from '../../loading/withCommandRuntime.tsx'
import { isSandboxAtom } from '../../state/user.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyFallback, lazyComponent } from '../../ui/lazyComponent.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useTick } from '../../useTick.ts'
import type { FrameProps } from '../Router.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import bar from './StatusBar.module.css'
import { TopBar } from './TopBar.tsx'

/** The frame of all signed-in screens: sidebar, top bar, status bar. */
export function Shell({ place, title, children }: FrameProps) {
  const t = useT()
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={focusMain}>
        {t('app.skip')}
      </button>
      <Sidebar place={place} />
      <div className={styles.column}>
        <TopBar place={place} title={title} />
        <main className={styles.main} id="main" tabIndex={-1}>
          {children}
        </main>
        <StatusBar />
      </div>
    </div>
  )
}

// A button, not an anchor: the hash is the console's address.
const focusMain = () => document.getElementById('main')?.focus()

// These show key bindings and are loaded with the command runtime.
const hints = () => import('../../keyboard/KeyHints.tsx')
const KeyHints = lazyComponent(async () => (await hints()).KeyHints, EmptyFallback)
const PrefixHint = lazyComponent(async () => (await hints()).PrefixHint, EmptyFallback)
const NextKeys = lazyComponent(async () => (await hints()).NextKeys, EmptyFallback)

/** Pending keys, cursor position and selection of the list; connection, version, time zone and sandbox. */
function StatusBar() {
  const t = useT()
  const { connection } = useConsole()
  const areCommandsLoaded = useCommandsLoaded()
  const isSandbox = useAtomValue(isSandboxAtom)
  const isLost = useSyncExternalStore(connection.subscribe, () => connection.isLost)
  return (
    <footer className={bar.foot}>
      {areCommandsLoaded && <NextKeys />}
      <div className={bar.bar}>
        <div className={bar.work}>
          {areCommandsLoaded && <PrefixHint />}
          <ListStatus />
        </div>
        <HoldStatus />
        {areCommandsLoaded && <KeyHints />}
        {isLost && (
          <span className="medium bad nowrap" role="status">
            {t('app.offline')}
          </span>
        )}
        <span className={bar.identity}>{t('app.identity', APP)}</span>
        <span className={bar.fact}>{t('app.zone')}</span>
        {isSandbox && <span className={bar.sandbox}>{t('app.sandbox')}</span>}
      </div>
    </footer>
  )
}

/** The newest movement on hold, the seconds until its release, and the key that takes it back. */
function HoldStatus() {
  const t = useT()
  const { hold, scope } = useConsole()
  const last = useSelector(hold, ({ context }) => context.held.at(-1))
  const isTaking = useSelector(hold, (snapshot) => snapshot.matches('takingBack'))
  if (last === undefined) return null
  const { movement: record, until } = last
  if (isTaking) return <span role="status">{t('hold.taking')}</span>
  return (
    <span className={bar.hold}>
      <Countdown until={until}>
        {(left) =>
          t(record.type === 'WITHDRAW' ? 'hold.WITHDRAW' : 'hold.TRANSFER_OUT', {
            amount: `${amountFormatter(record.currency)(record.payAmount)} ${record.currency}`,
            left,
          })
        }
      </Countdown>
      <Button variant="quiet" className={bar.takeBack ?? ''} onClick={() => scope().app.cancelHeldMovement()}>
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
