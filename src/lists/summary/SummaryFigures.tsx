import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import { failureText } from '../../detail/failureText.ts'
import { formatCount } from '../../format/amount.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { Button } from '../../ui/Button.tsx'
import { NoFigure } from '../../ui/NoFigure.tsx'
import styles from '../ListBar.module.css'
import type { ListController } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'
import type { Figure, FigureGroup, Figures, Summary } from './figures.ts'

/** The figures of the current query. Figures that the gateway does not send are left out, or are a dash between others. */
export function SummaryFigures() {
  const { summary, list } = useOpenList().controller
  if (summary === null || list.summary === null) return <span className={styles.rest} />
  return <KnownFigures summary={summary} groups={list.summary.groups} />
}

type KnownFiguresProps = Pick<Summary, 'groups'> & { summary: NonNullable<ListController['summary']> }

function KnownFigures({ summary, groups }: KnownFiguresProps) {
  const { controller, words } = useOpenList()
  const { t } = words
  const id = useId()
  const { fractionDigits, drillDownLink } = controller.list
  // The query also changes with the cursor, which is irrelevant here.
  const filter = useSelector(controller.actor, ({ context }) => context.query.filter)
  const state = useSelector(summary, ({ value }) => value)
  const figures = useSelector(summary, ({ context }) => context.summary)
  const error = useSelector(summary, (snapshot) => (snapshot.matches('failed') ? snapshot.context.error : null))
  const knownGroups = figures === null ? groups : groupsWithValues(groups, figures)
  if (knownGroups.length === 0 && error === null) return <span className={styles.rest} />
  const shown = ({ title, kind }: Figure): ReactNode => {
    const value = figures?.values[title]
    if (kind === 'amount') return <Amount value={value} fractionDigits={fractionDigits} />
    if (value == null) return <NoFigure />
    return kind === 'count' ? formatCount(Number(value)) : value
  }
  const drillDownFilter = Object.fromEntries(
    (['startDate', 'endDate', 'merchantNo'] as const).flatMap((name) => (filter[name] ? [[name, String(filter[name])]] : [])),
  )
  const linkTo = ({ title }: Figure) =>
    drillDownLink?.(title.replace('field.', ''), drillDownFilter, controller.console.permissions) ?? null
  return (
    <section
      className={styles.summary}
      data-rows={knownGroups.some(({ isRow }) => isRow) || undefined}
      aria-label={t('list.summary')}
      aria-busy={state === 'loading'}
    >
      <div className={styles.groups} data-late={state === 'loading' || undefined}>
        {knownGroups.map((group) => (
          <div key={group.figures[0]?.title} className={styles.group} data-row={group.isRow}>
            <span className={styles.word} aria-hidden="true">
              {t(group.label)}
            </span>
            <dl className={styles.figures}>
              {group.figures.map((figure) => (
                <div key={figure.title} title={t(figure.title)}>
                  <dt className="sr-only" id={`${id}${figure.title}`}>
                    {t(figure.title)}
                  </dt>
                  {figure.label !== undefined && (
                    <dd className={styles.figureTitle} aria-hidden="true">
                      {t(figure.label)}
                    </dd>
                  )}
                  <dd className={figure.kind === 'count' && figures !== null ? styles.count : styles.figure}>
                    <DrillDownFigure to={linkTo(figure)} name={`${id}${figure.title}`}>
                      {shown(figure)}
                    </DrillDownFigure>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
      {error !== null && (
        <div className={styles.failed}>
          <p>
            <strong>{t('list.summary.failed')}</strong> {failureText(error, t)}
          </p>
          <Button onClick={() => summary.send({ type: 'summary.retry' })}>{t('app.retry')}</Button>
        </div>
      )}
    </section>
  )
}

/** The figures with a value. Groups below each other keep all figures, so that the figures align. */
function groupsWithValues(groups: readonly FigureGroup[], { values }: Figures): FigureGroup[] {
  const hasValue = ({ title }: Figure) => values[title] != null
  return groups.flatMap((group) => {
    const known = group.figures.filter(hasValue)
    if (known.length === 0) return []
    return { ...group, figures: group.isRow ? group.figures : known }
  })
}

interface DrillDownFigureProps {
  to: string | null
  /** The id of the label element. */
  name: string
  children: ReactNode
}

/** A figure with a link to the list it counts, if any. */
const DrillDownFigure = ({ to, name, children }: DrillDownFigureProps) =>
  to === null ? (
    children
  ) : (
    <a className={styles.drillDownLink} href={`#${to}`} id={`${name}=`} aria-labelledby={`${name} ${name}=`}>
      {children}
    </a>
  )
