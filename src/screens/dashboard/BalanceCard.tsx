import { keysFor } from '#commands/keyboard/keymap.ts'
import { goCommandOf } from '#commands/navigation/go.ts'
import { routes } from '#commands/navigation/routes.ts'
import type { AccountInfo } from '#contract/rows.ts'
import { Amount } from '../../table/kinds.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './BalanceCard.module.css'
import type { Board, Panel } from './board.ts'
import { Card } from './Card.tsx'
import { Figure } from './Figure.tsx'
import { Stop } from './Stop.tsx'

const FIGURES = ['available', 'total', 'payinFreeze', 'payoutFreeze'] as const satisfies (keyof AccountInfo)[]

/** What there is on the account. */
export function BalanceCard({ board, panel }: { board: Board; panel: Panel<AccountInfo> }) {
  const t = useT()
  const { entries, ways } = board.doors
  return (
    <Card panel={panel} title={t('dashboard.balance')} bones={3} className={styles.card}>
      {(info) => (
        <div data-walk="row">
          <div className={styles.figures}>
            {FIGURES.map((name) => (
              <Figure key={name} to={entries} title={t(`field.${name}`)}>
                <Amount value={info[name]} places={board.places} />
                <span className={styles.currency}> {info.currency}</span>
              </Figure>
            ))}
          </div>
          {ways.length > 0 && (
            <div className={styles.ways}>
              {ways.map((id) => {
                const [keys] = keysFor(goCommandOf(id))
                return (
                  <Stop key={id} to={routes[id].path} className={styles.way}>
                    {t(routes[id].title)}
                    {keys !== undefined && <Kbd keys={keys} />}
                  </Stop>
                )
              })}
            </div>
          )}
        </div>
      )}
    </Card>
  )
}
