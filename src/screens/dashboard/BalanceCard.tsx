import { goCommandId } from '#commands/navigation/go.ts'
import { routes } from '#commands/navigation/routes.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import { Amount } from '../../table/cellFormats.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './BalanceCard.module.css'
import { Card } from './Card.tsx'
import type { DashboardModel, Panel } from './dashboardModel.ts'
import { Figure, FocusItem } from './Figure.tsx'

const FIGURES = ['available', 'total', 'payinFreeze', 'payoutFreeze'] as const satisfies (keyof AccountInfo)[]

/** The balances of the account, with links to the account screens. */
export function BalanceCard({ model, panel }: { model: DashboardModel; panel: Panel<AccountInfo> }) {
  const t = useT()
  const { entries, accountRoutes } = model.links
  return (
    <Card panel={panel} title={t('dashboard.balance')} skeletonRows={3} className={styles.card}>
      {(info) => (
        <div data-focus-group="row">
          <div className={styles.figures}>
            {FIGURES.map((name) => (
              <Figure key={name} to={entries} title={t(`field.${name}`)}>
                <Amount value={info[name]} fractionDigits={model.fractionDigits} />
                <span className="faint tiny medium"> {info.currency}</span>
              </Figure>
            ))}
          </div>
          {accountRoutes.length > 0 && (
            <div className={styles.links}>
              {accountRoutes.map((id) => (
                <FocusItem key={id} to={routes[id].path} className={styles.link}>
                  {t(routes[id].title)}
                  <CommandKeys of={goCommandId(id)} />
                </FocusItem>
              ))}
            </div>
          )}
        </div>
      )}
    </Card>
  )
}
