import { useMachine } from '@xstate/react'
import { ChevronLeft, ChevronRight, Copy, Undo2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { AuditEvent } from '#contract/rows/audit.ts'
import { type AuditEventFilter, type AuditEventPage, historyMachine } from '#machines/settings/historyMachine.ts'
import type { Outcome } from '#machines/submission/submission.ts'
import { formatCount } from '../../../format/amount.ts'
import { formatTime } from '../../../format/dates.ts'
import { RANGE_NAMES, rangeOf } from '../../../format/ranges.ts'
import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { FilterDays } from '../../../forms/FilterDays.tsx'
import { countText } from '../../../lists/paging/totalText.ts'
import { LoadFailure, Notice } from '../../../submission/notices.tsx'
import { outcomeOf } from '../../../submission/outcome.ts'
import { SmallTable } from '../../../table/SmallTable.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { keepClear } from '../../../ui/keepClear.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useOptions } from '../../../useOptions.ts'
import { AuditEventDialog } from './AuditEventDialog.tsx'
import { curlOf, undo } from './auditCalls.ts'
import { ACTIONS, actionKey, resultOf } from './auditLabels.ts'
import styles from './History.module.css'

const PAGE_SIZE = 50

/** The audit events of this user from all browsers, with their results, and an undo where there is one. */
export function History() {
  const t = useT()
  const console = useConsole()
  const { api, clock, i18n, permissions, scope, toasts } = console
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  const machine = useMemo(
    () =>
      historyMachine.provide({
        actors: {
          fetchAuditEvents: fromPromise<AuditEventPage, { filter: AuditEventFilter; page: number }>(
            async ({ input, signal }) => {
              const filter = Object.fromEntries(Object.entries(input.filter).filter(([, value]) => value !== ''))
              const paging = {
                page: String(input.page),
                offset: String((input.page - 1) * PAGE_SIZE),
                limit: String(PAGE_SIZE),
              }
              const { rows, total } = await api.rows(calls.auditEvents, { ...filter, ...paging }, { quiet: true, signal })
              const hasNext = total === null ? rows.length >= PAGE_SIZE : input.page * PAGE_SIZE < total
              return { rows: rows.slice(0, PAGE_SIZE), total, hasNext }
            },
          ),
          undo: fromPromise<Outcome<null>, { auditEvent: AuditEvent }>(({ input }) =>
            outcomeOf(console, async () => {
              await undo(input.auditEvent, console)
              return null
            }),
          ),
        },
      }),
    [api, console],
  )
  const [snapshot, send] = useMachine(machine)
  // The gateway words the events in the language of the console.
  useEffect(() => i18n.subscribe(() => send({ type: 'auditEvents.reload' })), [i18n, send])
  const { rows, total, page, lastPage, filter, refusal, undoing } = snapshot.context
  const hasNext = snapshot.context.hasNext && page !== lastPage
  const count = total === null ? countText((page - 1) * PAGE_SIZE + rows.length, !hasNext) : formatCount(total)
  const app = scope().app
  const options = useOptions()
  const pages = total === null ? null : Math.max(1, Math.ceil(total / PAGE_SIZE))
  const range = filter.startDate === '' ? null : { startDate: filter.startDate, endDate: filter.endDate }
  const now = clock.now()
  const ranges = RANGE_NAMES.map((name) => ({ name, label: t(`range.${name}`), range: rangeOf(name, now) }))
  const name = ranges.find(({ range: one }) => one.startDate === range?.startDate && one.endDate === range.endDate)
  const isUndoing = snapshot.matches('undoing')

  const turn = (to: number) => send({ type: 'auditEvents.turn', page: to })

  function copyCurl(event: AuditEvent) {
    const line = curlOf(event, { origin: window.location.origin, isStaff: permissions.includes('plat') })
    if (line === null) toasts.show({ tone: 'error', text: t('history.noCurl') })
    else void app.copy(line)
  }

  return (
    <div className="tableScreen">
      <div className={styles.filter}>
        <div className={styles.days}>
          <span className="second small medium" aria-hidden="true">
            {t('history.time')}
          </span>
          <FilterDays
            text={name?.label ?? (range === null ? t('filter.days.all') : `${range.startDate} – ${range.endDate}`)}
            value={{ range, name: name?.name ?? null, field: 'createTime' }}
            presets={ranges}
            fields={[]}
            onChoose={({ range: days }) =>
              send({ type: 'auditEvents.filter', filter: { startDate: days?.startDate ?? '', endDate: days?.endDate ?? '' } })
            }
          />
        </div>
        <div className={styles.action}>
          <ChoiceField
            label={t('history.action')}
            name="action"
            choices={[
              { value: 'any', label: t('filter.any') },
              ...ACTIONS.map((one) => ({ value: one, label: t(actionKey(one)) })),
            ]}
            value={filter.action === '' ? 'any' : filter.action}
            // The value is empty while the user types; the filter stays until another choice is made.
            onValue={(action) =>
              action !== '' && send({ type: 'auditEvents.filter', filter: { action: action === 'any' ? '' : action } })
            }
          />
        </div>
        <p className="second push" role="status">
          {(total !== null || rows.length > 0) && t('table.total', { n: count })}
        </p>
      </div>
      {snapshot.matches('failed') && (
        <LoadFailure
          title={t('history.failed')}
          cause={snapshot.context.failure}
          onRetry={() => send({ type: 'auditEvents.reload' })}
        />
      )}
      {refusal !== null && (
        <Notice tone="unsure" role="alert">
          {t('history.undo.failed', { text: undoing?.text ?? '' })}{' '}
          {refusal.message === '' ? t('history.undo.unknown') : refusal.message}
        </Notice>
      )}
      <div className="scroll">
        {/* Whether there are events is unknown after a failure. */}
        {(rows.length > 0 || !snapshot.matches('failed')) && (
          <SmallTable<AuditEvent>
            label={t('place.history')}
            isBusy={snapshot.matches('loading')}
            columns={[
              { id: 'time', title: t('history.time'), text: ({ time }) => formatTime(time) },
              { id: 'text', title: t('history.what'), isFlexible: true, text: ({ text }) => text },
              { id: 'result', title: t('history.result'), isFlexible: true, text: (event) => resultOf(event, t, options) },
              {
                id: 'undo',
                title: t('history.undo'),
                text: ({ undo: way }) => (way === null ? '' : t('history.undo.can')),
              },
              { id: 'address', title: t('history.from'), text: ({ address }) => address },
            ]}
            rows={rows}
            rowId={({ id }) => id}
            empty={snapshot.matches('loading') ? t('app.loading') : t('history.empty')}
            onCopy={(text) => void app.copy(text)}
            onOpen={setOpened}
            autoFocus
          />
        )}
      </div>
      <footer ref={keepClear} className="footer">
        <span className="faint tiny grow">{t('history.hint')}</span>
        <IconButton
          icon={ChevronLeft}
          label={t('command.list.prev')}
          aria-disabled={page <= 1}
          onClick={() => page > 1 && turn(page - 1)}
        />
        <span>{`${page} / ${countText(pages ?? page, total !== null || !hasNext)}`}</span>
        <IconButton
          icon={ChevronRight}
          label={t('command.list.next')}
          aria-disabled={!hasNext}
          onClick={() => hasNext && turn(page + 1)}
        />
      </footer>
      <AuditEventDialog
        event={opened}
        onClose={() => {
          setOpened(null)
          send({ type: 'undo.leave' })
        }}
        isConfirming={snapshot.matches('confirming') || isUndoing}
        actions={
          opened !== null && (
            <>
              <Button onClick={() => copyCurl(opened)}>
                <Copy size={14} strokeWidth={1.5} /> {t('history.curl')}
              </Button>
              {opened.undo !== null && (
                <Button
                  variant="danger"
                  aria-busy={isUndoing}
                  onClick={() => {
                    if (!snapshot.matches('confirming')) return send({ type: 'auditEvent.undo', auditEvent: opened })
                    send({ type: 'undo.confirm' })
                    setOpened(null)
                  }}
                >
                  <Undo2 size={14} strokeWidth={1.5} />{' '}
                  {t(snapshot.matches('confirming') ? 'history.undo.confirm' : 'history.undo')}
                </Button>
              )}
            </>
          )
        }
      />
    </div>
  )
}
