import type { ChannelHours, PayinFlow } from '#contract/rows/insights.ts'
import { formatCount, formatPercent } from '../../../format/amount.ts'
import { NO_FIGURE } from '../../../format/noFigure.ts'
import type { Translate } from '../../../i18n.ts'
import { useValue } from '../../../state/value.ts'
import { useT } from '../../../useConsole.tsx'
import { useOptionLabel } from '../../../useOptions.ts'
import { filterTime } from '../Attention.tsx'
import { Card } from '../Card.tsx'
import type { DashboardModel, Panel } from '../dashboardModel.ts'
import { FocusItem } from '../Figure.tsx'
import styles from './Heatmap.module.css'
import { Readout, useReadout } from './Readout.tsx'

/** The success rate of each channel in each of the last 24 hours: colours, or figures when the pictures are tables. */
export function HeatmapCard({ model, panel }: { model: DashboardModel; panel: Panel<PayinFlow> }) {
  const t = useT()
  return (
    <Card panel={panel} title={t('dashboard.heatmap')} note={t('dashboard.last24')} skeletonRows={6} className={styles.card}>
      {(flow) =>
        flow.channels.length === 0 ? (
          <p className="faint">{t('dashboard.heatmap.none')}</p>
        ) : (
          <Heatmap flow={flow} model={model} />
        )
      }
    </Card>
  )
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** The hour of a time in the zone of the text: `14:00`. */
const clockOf = (time: string): string => time.slice(11, 16)

function Heatmap({ flow: { hours, channels }, model }: { flow: PayinFlow; model: DashboardModel }) {
  const t = useT()
  const labelOf = useOptionLabel()
  const { isTable } = useValue(model.view)
  const { text, handlers } = useReadout()
  const nameOf = ({ payChannel }: ChannelHours) => labelOf('PayChannel', payChannel)
  const [first = ''] = hours
  return (
    <>
      <div className={styles.line}>
        <Readout text={text ?? t('dashboard.heatmap.hint')} />
        {!isTable && <Legend />}
      </div>
      <div className={styles.scroll}>
        <table className={styles.map} data-table={isTable || undefined} {...handlers}>
          <caption className="sr-only">{t('dashboard.heatmap')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('field.payChannel')}</th>
              {hours.map((hour, place) => (
                <th key={hour} scope="col" data-now={place === hours.length - 1 || undefined}>
                  <span className={styles.hour} data-shown={place % 3 === 2 || isTable || undefined}>
                    {clockOf(hour).slice(0, isTable ? 5 : 2)}
                  </span>
                </th>
              ))}
              <th scope="col" className={styles.total}>
                {t('dashboard.heatmap.total')}
              </th>
            </tr>
          </thead>
          <tbody data-focus-grid="">
            {channels.map((channel) => (
              <tr key={channel.payChannel} data-focus-group="row">
                <th scope="row">{nameOf(channel)}</th>
                {hours.map((hour, place) => (
                  <td key={hour}>
                    <Cell
                      label={cellLabel(channel, nameOf(channel), hour, place, t)}
                      created={channel.created[place] ?? 0}
                      paid={channel.paid[place] ?? 0}
                      open={channel.open[place] ?? 0}
                      isTable={isTable}
                      to={model.links.ordersWhere('payin', hourFilter(channel, hour, hours[place + 1]))}
                    />
                  </td>
                ))}
                <td className={styles.total}>
                  <FocusItem to={model.links.ordersWhere('payin', hourFilter(channel, first, undefined))}>
                    <span className="sr-only">{nameOf(channel)} </span>
                    <span className={styles.rate}>{formatPercent(sum(channel.paid), sum(channel.created))} </span>
                    <span className="faint">{formatCount(sum(channel.created))}</span>
                  </FocusItem>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface CellProps {
  label: string
  created: number
  paid: number
  open: number
  isTable: boolean
  to: string | null
}

/** Shares of success from which a cell has the next colour. */
const LEVELS = [0.9, 0.75, 0.5, 0.25]
const levelOf = (share: number): number => LEVELS.filter((level) => share < level).length

/** Fewer orders are drawn paler: their share says little. */
const FEW = 3

/** The colour is that of the payins that are over: in the current hour most are still open. */
function Cell({ label, created, paid, open, isTable, to }: CellProps) {
  const over = created - open
  return (
    <FocusItem
      to={created === 0 ? null : to}
      label={label}
      className={styles.cell}
      data-level={created === 0 ? undefined : over === 0 ? 'open' : levelOf(paid / over)}
      data-few={over < FEW || undefined}
    >
      {isTable && (created === 0 ? NO_FIGURE : `${formatCount(paid)}/${formatCount(created)}`)}
    </FocusItem>
  )
}

/** The payins that a channel created in an hour; in the current one until now. */
const hourFilter = ({ payChannel }: ChannelHours, hour: string, next: string | undefined): Record<string, string> => ({
  startDate: hour.slice(0, 10),
  endDate: (next ?? hour).slice(0, 10),
  payChannel,
  createdFrom: filterTime(hour),
  ...(next === undefined ? {} : { createdBefore: filterTime(next) }),
})

function cellLabel(channel: ChannelHours, name: string, hour: string, place: number, t: Translate): string {
  const [created = 0, paid = 0, open = 0] = [channel.created[place], channel.paid[place], channel.open[place]]
  const where = { channel: name, hour: clockOf(hour) }
  if (created === 0) return t('dashboard.heatmap.cell.none', where)
  const counts = { paid: formatCount(paid), created: formatCount(created), rate: formatPercent(paid, created) }
  return t(open === 0 ? 'dashboard.heatmap.cell' : 'dashboard.heatmap.cell.open', {
    ...where,
    ...counts,
    open: formatCount(open),
  })
}

function Legend() {
  const t = useT()
  return (
    <span className={styles.legend} aria-hidden="true">
      0 %
      {[4, 3, 2, 1, 0].map((level) => (
        <span key={level} className={styles.swatch} data-level={level} />
      ))}
      100 %<span className={styles.few}>{t('dashboard.heatmap.few')}</span>
    </span>
  )
}
