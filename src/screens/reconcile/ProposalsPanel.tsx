import { useEffect, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../format/amount.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Status } from '../../ui/Status.tsx'
import { useConsole } from '../../useConsole.tsx'
import { createDecisions } from './decisions.ts'
import { exactAmountIn } from './exactAmount.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import { useEntryTexts } from './useEntryTexts.ts'
import styles from './Workbench.module.css'
import type { OpenProposals } from './workbench.ts'

/** Sets that are drawn around the current one. */
const DRAWN = 50

/** The sets of orders that pay a line, best first. Enter takes one, `r` takes it and remembers its rule, `n` and `N` walk. */
export function ProposalsPanel({ session, open: { row, found, at } }: { session: ReconcileSession; open: OpenProposals }) {
  const { workbench } = session
  const texts = useEntryTexts(session)
  const { t, fractionDigits } = texts
  const console = useConsole()
  const panel = useRef<HTMLElement>(null)
  const money = exactAmountIn(fractionDigits)
  const proposals = found?.proposals ?? []
  const proposal = proposals[at]
  const decisions = createDecisions(console, session, () => texts)
  const closer = useRef<HTMLButtonElement>(null)
  const item = useRef<HTMLLIElement>(null)
  const isFruitless = found !== null && proposals.length === 0
  useEffect(() => (isFruitless ? closer : panel).current?.focus(), [isFruitless])
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with every set that becomes the current one
  useLayoutEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest' })
  }, [proposal])
  const first = Math.max(0, Math.min(at - DRAWN / 2, proposals.length - DRAWN))
  const search = found?.search
  const position = t('reconcile.solve.position', { at: formatCount(at + 1), count: formatCount(proposals.length) })
  const said =
    found === null
      ? t('reconcile.solve.searching')
      : proposal === undefined
        ? search?.searched.rows === 0
          ? t('reconcile.solve.noOrders')
          : t(search?.searched.isComplete === true ? 'reconcile.solve.none' : 'reconcile.solve.noneFound', {
              n: formatCount(search?.searched.rows ?? 0),
              size: formatCount(search?.searched.size ?? 0),
            })
        : [position, setText()].join(', ')
  const { announcer } = console
  useEffect(() => announcer.polite(said), [announcer, said])

  function setText(): string {
    if (proposal === undefined) return ''
    return [
      t('reconcile.solve.orders', { n: formatCount(proposal.orders.length) }),
      t(`reconcile.basis.${proposal.basis}`),
      money(proposal.sum),
      ...(/[1-9]/.test(proposal.difference) ? [t('reconcile.solve.off', { amount: money(proposal.difference) })] : []),
    ].join(' · ')
  }
  function close() {
    workbench.proposals.set(null)
    workbench.focusGrid()
  }
  const walk = (by: number) => {
    if (proposals.length > 0 && found !== null)
      workbench.proposals.set({ row, found, at: (at + by + proposals.length) % proposals.length })
  }
  const pressed = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && event.target === panel.current) void decisions.acceptProposal({ remembers: false })
    else if (event.key === 'r') void decisions.acceptProposal({ remembers: true })
    else if (event.key === 'n' || event.key === 'j' || event.key === 'ArrowDown') walk(1)
    else if (event.key === 'N' || event.key === 'k' || event.key === 'ArrowUp') walk(-1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.solver}
      aria-label={t('reconcile.solve.title')}
      data-layer="dialog"
      onKeyDown={pressed}
    >
      <header className={styles.paneHead}>
        <h3 className={styles.paneTitle}>{t('reconcile.solve.for', { amount: money(row.line?.amount ?? null) })}</h3>
        {proposal !== undefined && <span className={styles.position}>{position}</span>}
      </header>
      <div className={styles.paneActions}>
        {proposal !== undefined && (
          <Button variant="primary" onClick={() => decisions.acceptProposal({ remembers: false })}>
            {t('reconcile.solve.accept')} <Kbd keys="enter" />
          </Button>
        )}
        {proposal?.rule != null && (
          <Button onClick={() => decisions.acceptProposal({ remembers: true })}>
            {t('reconcile.solve.remember')} <Kbd keys="r" />
          </Button>
        )}
        <Button ref={closer} onClick={close}>
          {t('app.close')}
        </Button>
      </div>
      <div className={styles.paneBody}>
        {proposals.length === 0 && <p className="second">{said}</p>}
        <ol className={styles.proposals}>
          {proposals.slice(first, first + DRAWN).map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the panel takes the keys
            <li
              key={`${one.basis} ${one.orders.join()}`}
              ref={one === proposal ? item : null}
              className={styles.proposal}
              aria-current={one === proposal || undefined}
              aria-posinset={first + index + 1}
              aria-setsize={proposals.length}
              onClick={() => found !== null && workbench.proposals.set({ row, found, at: first + index })}
            >
              <strong>{t('reconcile.solve.orders', { n: formatCount(one.orders.length) })}</strong>
              <span className="second">{t(`reconcile.basis.${one.basis}`)}</span>
              <span className="grow" />
              <Status tone={/[1-9]/.test(one.difference) ? 'bad' : 'good'}>{money(one.sum)}</Status>
              <span className={styles.numbers}>
                {one.numbers.join(', ')}
                {one.orders.length > one.numbers.length && ` +${formatCount(one.orders.length - one.numbers.length)}`}
              </span>
              {one.rule !== null && (
                <span className={styles.rule}>
                  {t('reconcile.solve.rule', {
                    words: one.rule.words,
                    days: String(one.rule.dayOffset),
                    channel: one.rule.channel ?? t('reconcile.solve.anyChannel'),
                  })}
                </span>
              )}
            </li>
          ))}
        </ol>
        {search !== undefined && proposals.length > 0 && !search.searched.isComplete && (
          <p className="faint small">
            {t('reconcile.solve.searched', { n: formatCount(search.searched.rows), size: formatCount(search.searched.size) })}
          </p>
        )}
      </div>
    </section>
  )
}
