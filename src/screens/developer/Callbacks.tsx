import { useMachine } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { CallbackHealth, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import { callbacksMachine } from '#machines/callbacks/callbacksMachine.ts'
import { failureText } from '../../detail/failureText.ts'
import { formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { ChoiceField } from '../../forms/ChoiceField.tsx'
import { useLoaded } from '../../loading/useLoaded.ts'
import { formatAddress, parseAddress, useAddress } from '../../state/location.ts'
import { LoadFailure } from '../../submission/notices.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type Console, useConsole, useT } from '../../useConsole.tsx'
import { CallbackAddress } from './CallbackAddress.tsx'
import styles from './developer.module.css'

/**
 * The health of callbacks per address, with the actions enable, redeliver and cancel redelivery. The merchant that staff chose is in the
 * address of the screen, so that links lead to it.
 */
export function Callbacks() {
  const t = useT()
  const console = useConsole()
  const { api, permissions, location } = console
  const { path, query } = parseAddress(useAddress(location))
  const isStaff = permissions.includes('plat')
  const chosen = (isStaff && query.get('merchantNo')) || ''
  const [machine] = useState(() => provideCallbacksMachine(console))
  const [snapshot, send] = useMachine(machine, { input: { merchantNo: chosen } })
  const { rows, fault, merchantNo, address, plan } = snapshot.context
  useEffect(() => {
    if (chosen !== merchantNo) send({ type: 'merchant.pick', merchantNo: chosen })
  }, [chosen, merchantNo, send])
  // On a failure the list stays empty; failing addresses are shown anyway.
  const merchants = useLoaded(async (how) => (isStaff ? api.call(calls.merchantChoices, {}, how) : [])).value ?? []
  const planned = rows?.find((row) => row.merchantNo === address?.merchantNo && row.direction === address.direction) ?? null

  return (
    <div className={styles.callbacks}>
      <header className={styles.head}>
        <p className={styles.intro}>{t('cb.intro')}</p>
        <Button onClick={() => send({ type: 'health.read' })}>
          <RefreshCw size={14} strokeWidth={1.5} aria-hidden="true" />
          {t('cb.refresh')}
        </Button>
      </header>
      {isStaff && (
        <div className={styles.picker}>
          <ChoiceField
            label={t('field.merchantNo')}
            name="merchantNo"
            choices={merchants.map((one) => ({
              value: one.merchantNo,
              label: one.merchantName ?? one.merchantNo,
              detail: one.merchantNo,
            }))}
            value={merchantNo}
            onValue={(next) =>
              location.go(formatAddress(path, new URLSearchParams(next === '' ? {} : { merchantNo: next })), { replace: true })
            }
            hint={t('cb.merchant.hint')}
            labels={{ nothing: t('cb.merchant.none'), open: t('cb.merchant.open') }}
          />
        </div>
      )}
      {fault !== null && <LoadFailure title={t('cb.failed')} cause={fault} onRetry={() => send({ type: 'health.read' })} />}
      {rows === null && fault === null && <div className={styles.skeleton} role="status" aria-label={t('cb.loading')} />}
      {rows?.length === 0 && <p className={styles.empty}>{t(isStaff && merchantNo === '' ? 'cb.none.staff' : 'cb.none')}</p>}
      {rows?.map((row) => (
        <CallbackAddress
          key={`${row.merchantNo} ${row.direction}`}
          row={row}
          isActing={snapshot.matches({ action: 'acting' })}
          onAction={(type) => send({ type, address: row })}
        />
      ))}
      <RedeliveryDialog
        isOpen={snapshot.matches({ action: 'confirming' })}
        plan={plan}
        row={planned}
        onLeave={() => send({ type: 'redelivery.dismiss' })}
        onConfirm={() => send({ type: 'redelivery.confirm' })}
      />
    </div>
  )
}

interface RedeliveryDialogProps {
  isOpen: boolean
  plan: RedeliveryPlan | null
  row: CallbackHealth | null
  onLeave(): void
  onConfirm(): void
}

/** Confirms a redelivery: how many callbacks, the address, and the oldest. */
function RedeliveryDialog({ isOpen, plan, row, onLeave, onConfirm }: RedeliveryDialogProps) {
  const t = useT()
  const isEmpty = plan?.total === 0
  return (
    <ConfirmDialog
      open={isOpen}
      title={t('cb.redeliver')}
      width={440}
      back={t(isEmpty ? 'app.close' : 'app.cancel')}
      confirm={isEmpty ? null : t('cb.plan.confirm')}
      variant="primary"
      onBack={onLeave}
      onConfirm={onConfirm}
    >
      <p>{isEmpty ? t('cb.plan.none') : t('cb.plan', { n: formatCount(plan?.total ?? 0) })}</p>
      {!isEmpty && plan !== null && row !== null && (
        <>
          <p className={`${styles.target} mono`}>{row.address}</p>
          <p className="faint">
            {plan.oldest !== null && `${t('cb.plan.oldest', { time: formatTime(plan.oldest) })} `}
            {t('cb.plan.sample', { sample: plan.sample.join(', ') })}
          </p>
          <p className="faint">{t('cb.plan.pace')}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** The callbacks machine with calls to the gateway as its actors. */
const provideCallbacksMachine = ({ api, i18n, toasts }: Console) =>
  callbacksMachine.provide({
    actors: {
      readHealth: fromPromise(({ input: { merchantNo, isPolled }, signal }) =>
        api.call(calls.callbackHealth, merchantNo === '' ? {} : { merchantNo }, { quiet: true, signal, background: isPolled }),
      ),
      plan: fromPromise(({ input: { address }, signal }) => api.call(calls.redeliveryPlan, address, { quiet: true, signal })),
      act: fromPromise(async ({ input: { action, address } }) => {
        if (action === 'redeliver') return (await api.call(calls.redeliver, address, { quiet: true })).queued
        if (action === 'cancel') return (await api.call(calls.cancelRedelivery, address, { quiet: true })).cancelled
        await api.call(calls.enableCallbacks, address, { quiet: true })
        return 1
      }),
    },
    actions: {
      notifyDone: (_, { action, count }) =>
        toasts.show({ tone: 'done', text: i18n.t(`cb.said.${action}`, { n: formatCount(count) }) }),
      notifyError: (_, { error }) => toasts.show({ tone: 'error', text: failureText(error, i18n.t) }),
    },
  })
