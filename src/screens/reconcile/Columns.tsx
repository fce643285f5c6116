import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { kindTitle } from '../../commandText.ts'
import { formatCount } from '../../format/amount.ts'
import { isDay } from '../../format/dates.ts'
import { parseAmount, parseUnits } from '../../format/parseAmount.ts'
import { SelectField } from '../../forms/SelectField.tsx'
import { COLUMN_ROLES, type ColumnRole, type DateOrder, type DecimalSign, MONEY_ROLES } from '../../reconcile/layout.ts'
import type { AmountBasis } from '../../reconcile/matchRule.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { keepClear } from '../../ui/keepClear.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import styles from './Columns.module.css'
import { exactAmountIn } from './exactAmount.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import { orderKindOf, orderListsFor } from './reconcileSettings.ts'

const BASES = ['either', 'gross', 'net'] as const satisfies AmountBasis[]
const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const satisfies DateOrder[]
/** One letter each for the frequent roles; the others come by the arrow keys. */
const ROLE_LETTERS: Readonly<Record<string, ColumnRole>> = {
  n: 'number',
  d: 'date',
  a: 'amount',
  c: 'credit',
  b: 'debit',
  f: 'fee',
  p: 'name',
  t: 'description',
  x: 'ignored',
}
const SIGNS = ['.', ','] as const satisfies DecimalSign[]

/** What each column was taken for, above the first lines, and which orders to compare. One key changes a role. */
export function Columns({ session: { account, actor, store } }: { session: ReconcileSession }) {
  const t = useT()
  const { announcer, permissions } = useConsole()
  const preview = useSelector(actor, ({ context }) => context.preview)
  const settings = useSelector(actor, ({ context }) => context.settings)
  const isBusy = useSelector(actor, (snapshot) => snapshot.matches({ held: { columns: 'changing' } }))
  const isAttached = useSelector(actor, ({ context }) => context.isAttached)
  const [here, setHere] = useState(0)
  const [hasBadDays, setBadDays] = useState(false)
  /** As typed; the setting follows when it is an amount. */
  const [tolerance, setTolerance] = useState(settings.amountTolerance)
  const [hasBadTolerance, setBadTolerance] = useState(false)
  const heads = useRef<(HTMLButtonElement | null)[]>([])
  useEffect(() => heads.current[0]?.focus(), [])

  const change = (changes: Partial<typeof settings>) => actor.send({ type: 'settings.change', changes })
  const { fractionDigits } = rowKinds[settings.list]
  const toleranceOf = (text: string) =>
    text.trim() === '' ? '0' : parseAmount(text, { places: fractionDigits, units: parseUnits(t('query.units')) })

  function submit() {
    const { startDate, endDate } = actor.getSnapshot().context.settings
    const areEmpty = startDate === '' && endDate === ''
    const areDays = isDay(startDate) && isDay(endDate) && startDate <= endDate
    setBadDays(!areEmpty && !areDays)
    // Read again: another list may have other decimals.
    const amountTolerance = toleranceOf(tolerance)
    setBadTolerance(amountTolerance === null)
    if (!(areEmpty || areDays) || amountTolerance === null) return
    change({ amountTolerance })
    actor.send({ type: 'columns.confirm' })
  }
  useForm({ submit, back: () => actor.send({ type: 'session.close' }) })
  if (preview === null) return null
  const { columns, firstRows, lines, days, dialect, fingerprint, moneyIn, moneyOut } = preview
  const hasRules = settings.rules.length > 0
  const money = exactAmountIn(fractionDigits)

  function setRole(at: number, role: ColumnRole) {
    const roles = columns.map((column, index) => (index === at ? role : column.role))
    actor.send({ type: 'layout.change', change: { roles } })
    announcer.polite(`${columns[at]?.title ?? ''}: ${t(`reconcile.role.${role}`)}`)
  }
  function setList(list: OrderRowKind) {
    change({ list })
    if (rowKinds[list].fractionDigits !== fractionDigits)
      actor.send({ type: 'layout.change', change: { kind: orderKindOf(list) } })
  }
  function forgetRules() {
    change({ rules: [] })
    // A browser that stores nothing has remembered nothing.
    store.forgetRules(account, fingerprint).catch(() => {})
    announcer.polite(t('reconcile.columns.forgotten'))
    heads.current[here]?.focus()
  }
  function pressed(event: KeyboardEvent, at: number) {
    if (event.key === 'Enter') {
      event.preventDefault()
      return submit()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return actor.send({ type: 'session.close' })
    const move = { ArrowRight: 1, l: 1, ArrowLeft: -1, h: -1 }[event.key]
    if (move !== undefined) {
      const next = Math.max(0, Math.min(columns.length - 1, at + move))
      setHere(next)
      heads.current[next]?.focus()
      return event.preventDefault()
    }
    const turn = { ' ': 1, j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    const role = ROLE_LETTERS[event.key]
    const now = COLUMN_ROLES.indexOf(columns[at]?.role ?? 'ignored')
    if (turn !== undefined) setRole(at, COLUMN_ROLES[(now + turn + COLUMN_ROLES.length) % COLUMN_ROLES.length]!)
    else if (role !== undefined) setRole(at, role)
    else if (event.key === 'r' && hasRules) forgetRules()
    else return
    event.preventDefault()
  }

  const facts = [
    t('reconcile.lines', { n: formatCount(lines) }),
    ...(days === null ? [] : [days.from === days.to ? days.from : `${days.from} – ${days.to}`]),
    dialect,
    ...(preview.leftOut > 0 ? [t('reconcile.leftOut', { n: formatCount(preview.leftOut) })] : []),
    ...(preview.unbooked > 0 ? [t('reconcile.unbooked', { n: formatCount(preview.unbooked) })] : []),
    ...(preview.otherSheets.length > 0 ? [t('reconcile.otherSheets', { names: preview.otherSheets.join(', ') })] : []),
    ...(preview.isRemembered ? [t('reconcile.columns.remembered')] : []),
  ]
  const warnings = [
    ...(preview.hasAmounts ? [] : [t('reconcile.noAmounts')]),
    ...(preview.unreadAmounts > 0 ? [t('reconcile.columns.unreadAmounts', { n: formatCount(preview.unreadAmounts) })] : []),
    ...(preview.unreadDays > 0 ? [t('reconcile.columns.unreadDays', { n: formatCount(preview.unreadDays) })] : []),
    ...(preview.digitsLost > 0 ? [t('reconcile.columns.digitsLost', { n: formatCount(preview.digitsLost) })] : []),
  ]
  return (
    <div className={styles.columns} data-layer="form" aria-busy={isBusy || !isAttached}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{preview.fileName === '' ? t('reconcile.pasted') : preview.fileName}</h2>
          <p className="second">{facts.join(' · ')}</p>
        </div>
        <dl className={styles.totals}>
          <div>
            <dt>{t('reconcile.columns.moneyIn')}</dt>
            <dd>{money(moneyIn)}</dd>
          </div>
          <div>
            <dt>{t('reconcile.columns.moneyOut')}</dt>
            <dd>{money(moneyOut)}</dd>
          </div>
        </dl>
      </header>
      {warnings.length > 0 && (
        <p className="warning" role="status">
          {warnings.join(' · ')}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('reconcile.columns.title')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ title, role, unreadable }, at) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                  key={at}
                  scope="col"
                  data-amount={MONEY_ROLES.includes(role) || undefined}
                  data-ignored={role === 'ignored' || undefined}
                  data-here={at === here || undefined}
                >
                  <button
                    ref={(element) => {
                      heads.current[at] = element
                    }}
                    type="button"
                    className={styles.role}
                    data-role={role}
                    data-takes-keys=""
                    tabIndex={at === here ? 0 : -1}
                    onFocus={() => setHere(at)}
                    onKeyDown={(event) => pressed(event, at)}
                    onClick={() => setRole(at, COLUMN_ROLES[(COLUMN_ROLES.indexOf(role) + 1) % COLUMN_ROLES.length]!)}
                    aria-label={t('reconcile.columns.role', { n: at + 1, title, role: t(`reconcile.role.${role}`) })}
                  >
                    {t(`reconcile.role.${role}`)}
                  </button>
                  <span className={styles.columnTitle}>{title}</span>
                  {unreadable > 0 && (
                    <span className={styles.unreadable}>
                      {t('reconcile.columns.unreadable', { n: formatCount(unreadable) })}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {firstRows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <tr key={row}>
                {cells.map((cell, at) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    key={at}
                    data-role={columns[at]?.role}
                    data-amount={MONEY_ROLES.includes(columns[at]?.role ?? 'ignored') || undefined}
                    data-ignored={columns[at]?.role === 'ignored' || undefined}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="faint small">{t('reconcile.columns.hint')}</p>
      <div className={styles.settings}>
        <SelectField
          label={t('reconcile.columns.list')}
          name="list"
          value={settings.list}
          choices={orderListsFor(permissions).map((value) => ({ value, label: kindTitle(value, permissions, t) }))}
          onValue={(list) => setList(list as OrderRowKind)}
        />
        <TextField
          label={t('reconcile.columns.from')}
          name="startDate"
          value={settings.startDate}
          onValue={(startDate) => change({ startDate })}
          error={hasBadDays ? t('argument.day.error') : null}
          {...(settings.startDate === '' ? { hint: t('reconcile.columns.noDays') } : {})}
        />
        <TextField
          label={t('reconcile.columns.to')}
          name="endDate"
          value={settings.endDate}
          onValue={(endDate) => change({ endDate })}
        />
        <SelectField
          label={t('reconcile.columns.basis')}
          name="basis"
          value={settings.basis}
          choices={BASES.map((value) => ({ value, label: t(`reconcile.basis.${value}`) }))}
          onValue={(basis) => change({ basis: basis as AmountBasis })}
        />
        <TextField
          label={t('reconcile.columns.tolerance')}
          name="tolerance"
          value={tolerance}
          onValue={(text) => {
            setTolerance(text)
            change({ amountTolerance: toleranceOf(text) ?? settings.amountTolerance })
          }}
          error={hasBadTolerance ? t('argument.sum.error') : null}
        />
        <SelectField
          label={t('reconcile.columns.dates')}
          name="dateOrder"
          value={preview.dateOrder}
          choices={DATE_ORDERS.map((value) => ({ value, label: t(`reconcile.dates.${value}`) }))}
          onValue={(dateOrder) => actor.send({ type: 'layout.change', change: { dateOrder: dateOrder as DateOrder } })}
        />
        <SelectField
          label={t('reconcile.columns.decimals')}
          name="decimalSign"
          value={preview.decimalSign ?? '.'}
          choices={SIGNS.map((value) => ({ value, label: value === '.' ? '1,234.56' : '1.234,56' }))}
          onValue={(sign) => actor.send({ type: 'layout.change', change: { decimalSign: sign as DecimalSign } })}
        />
      </div>
      <div ref={keepClear} className="footer">
        <Button variant="primary" disabled={isBusy || !isAttached} onClick={submit}>
          {t('reconcile.columns.confirm')}
          <span aria-hidden="true">
            <Kbd keys="mod+enter" />
          </span>
        </Button>
        <Button onClick={() => actor.send({ type: 'session.close' })}>{t('app.cancel')}</Button>
        {hasRules && (
          <>
            <span className="faint small">{t('reconcile.columns.rules', { n: formatCount(settings.rules.length) })}</span>
            <Button onClick={forgetRules}>
              {t('reconcile.columns.forget')}
              <span aria-hidden="true">
                <Kbd keys="r" />
              </span>
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
