import { useAtomValue } from 'jotai'
import { Bell, CircleUserRound, Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { RouteId } from '#commands/navigation/routes.ts'
import { switchLocales } from '../../i18n.ts'
import { useTooltip } from '../../keyboard/CommandIcon.tsx'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import { useCommandsLoaded } from '../../loading/withCommandRuntime.tsx'
import { currentUserAtom } from '../../state/user.ts'
import { useValue } from '../../state/value.ts'
import { Button } from '../../ui/Button.tsx'
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx'
import { EmptyFallback, lazyComponent, lazyControl } from '../../ui/lazyComponent.tsx'
import { useConsole, useLocale, useT } from '../../useConsole.tsx'
import { useDocumentTitle } from '../Router.tsx'
import styles from './TopBar.module.css'

const PageActions = lazyComponent(async () => (await import('../../keyboard/PageActions.tsx')).PageActions, EmptyFallback)

/** Title and actions of the screen, palette button, notices, language and account. */
export function TopBar({ place, title: placeTitle }: { place: RouteId; title: string }) {
  const t = useT()
  const { scope, activeScopes } = useConsole()
  const own = useValue(activeScopes.title)
  const title = own?.place === place ? own.text : placeTitle
  useDocumentTitle(title, t)
  const locale = useLocale()
  const areCommandsLoaded = useCommandsLoaded()
  return (
    <header className={styles.bar}>
      <div className={styles.heading}>
        <h1 className={styles.title} id="title">
          {title}
        </h1>
        {areCommandsLoaded && <PageActions place={place} />}
      </div>
      <button
        type="button"
        className={styles.palette}
        data-command="palette.toggle"
        onClick={() => scope().app.openPalette('all')}
      >
        <Search size={14} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.prompt}>{t('topbar.palette')}</span>
        <CommandKeys of="palette.toggle" />
      </button>
      <div className={styles.tools}>
        <NoticesButton />
        <LanguageSwitch
          label={t('app.language')}
          offered={switchLocales(locale)}
          chosen={locale}
          onChoose={(chosen) => scope().app.setLocale(chosen)}
        />
        <AccountMenu />
      </div>
    </header>
  )
}

const MOST_SHOWN = 99

function NoticesButton() {
  const t = useT()
  const { scope } = useConsole()
  const { notifyCount = 0 } = useAtomValue(currentUserAtom)
  return (
    <Button
      variant="icon"
      className={styles.bell}
      aria-label={notifyCount === 0 ? t('notices.title') : t('notices.badge', { n: notifyCount })}
      title={useTooltip(t('notices.title'), 'notices.open')}
      data-command="notices.open"
      onClick={() => scope().app.openNotices()}
    >
      <Bell size={16} strokeWidth={1.5} />
      {notifyCount > 0 && <span className={styles.badge}>{notifyCount > MOST_SHOWN ? `${MOST_SHOWN}+` : notifyCount}</span>}
    </Button>
  )
}

export const AccountMenu = lazyControl<object>(
  ({ button }) => <AccountBox {...button} aria-haspopup="menu" />,
  async () => (await import('./AccountPopup.tsx')).AccountPopup,
)

/** The button that opens the account menu. */
export function AccountBox(button: ComponentProps<'button'>) {
  const t = useT()
  const { merchantNo } = useAtomValue(currentUserAtom)
  // The accessible name contains the visible text, for voice control.
  const name = [t('app.account'), merchantNo].filter(Boolean).join(' ')
  return (
    <button type="button" className={styles.account} aria-label={name} {...button}>
      <CircleUserRound size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.number}>{merchantNo}</span>
    </button>
  )
}
