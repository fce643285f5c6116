import { Menu } from '@base-ui/react/menu'
import { useAtomValue } from 'jotai'
import type { Ref } from 'react'
import type { Theme } from '#commands/appScope.ts'
import { goCommandId } from '#commands/navigation/go.ts'
import { isServed } from '#commands/navigation/menu.ts'
import { type RouteId, routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import { joinKnown } from '../../format/joinKnown.ts'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import { currentUserAtom } from '../../state/user.ts'
import { useValuePart } from '../../state/value.ts'
import menu from '../../ui/menu.module.css'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './TopBar.module.css'
import { AccountBox } from './TopBar.tsx'

/** The screens of the account. */
const PLACES = [
  'settings.preferences',
  'settings.history',
  'settings.password',
  'settings.txnPassword',
] as const satisfies RouteId[]

const THEMES = ['system', 'light', 'dark'] as const satisfies Theme[]

export function AccountPopup({ ref }: { ref: Ref<HTMLButtonElement> }) {
  const t = useT()
  const { features, permissions, preferences, scope } = useConsole()
  const { merchantNo, merchantName, username } = useAtomValue(currentUserAtom)
  const theme = useValuePart(preferences, (values) => values.theme)
  return (
    <Menu.Root>
      <Menu.Trigger ref={ref} render={<AccountBox />} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            <div className={styles.identity}>
              {merchantName != null && <strong>{merchantName}</strong>}
              <span>{joinKnown(merchantNo ?? null, username ?? null)}</span>
            </div>
            <Menu.Separator className={menu.separator} />
            <Menu.RadioGroup value={theme} onValueChange={(chosen: Theme) => scope().app.setTheme(chosen)}>
              <Menu.GroupLabel className={menu.label}>{t('theme.title')}</Menu.GroupLabel>
              {THEMES.map((one) => (
                <Menu.RadioItem key={one} value={one} data-command={`theme.${one}`} closeOnClick className={menu.item}>
                  <Menu.RadioItemIndicator className={menu.mark} keepMounted />
                  {t(`theme.${one}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menu.separator} />
            {PLACES.filter((id) => isServed(id, features.has) && canEnter(permissions, routes[id])).map((id) => (
              <Menu.Item key={id} className={menu.item} data-command={goCommandId(id)} onClick={() => scope().app.goTo(id)}>
                <span className={menu.word}>{t(routes[id].title)}</span>
                <CommandKeys of={goCommandId(id)} />
              </Menu.Item>
            ))}
            <Menu.Separator className={menu.separator} />
            <Menu.Item className={menu.item} data-command="help.keys" onClick={() => scope().app.openShortcuts()}>
              <span className={menu.word}>{t('command.help.keys')}</span>
              <CommandKeys of="help.keys" />
            </Menu.Item>
            <Menu.Item className={menu.item} data-command="help.about" onClick={() => scope().app.openAbout()}>
              {t('app.about')}
            </Menu.Item>
            <Menu.Separator className={menu.separator} />
            <Menu.Item className={menu.item} data-command="session.logout" onClick={() => scope().app.signOut()}>
              {t('app.signOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
