import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useMachine } from '@xstate/react'
import { useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { notifyInput, SERVER_ANSWERS, type ServerAnswer } from '#commands/orders/simulation.ts'
import { canUse } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { PAYIN_OUTCOMES, PAYOUT_OUTCOMES } from '#contract/options.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { CommonKey, MessageKey } from '#locales/messages.ts'
import { type SimulationRun, simulationMachine, type Trial } from '#machines/simulation/simulationMachine.ts'
import type { Api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { failureText } from '../../detail/failureText.ts'
import { FormActions } from '../../FormActions.tsx'
import { shouldValidateOnBlur } from '../../forms/fieldBlur.ts'
import { handleSubmit } from '../../forms/handleSubmit.ts'
import { SelectField } from '../../forms/SelectField.tsx'
import { withCommandRuntime } from '../../loading/withCommandRuntime.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { type Core, useFeature } from '../../useCore.tsx'
import { useForm } from '../../useForm.tsx'
import styles from './developer.module.css'
import { runsAtom, SimulationResult, SimulationRuns } from './SimulationResult.tsx'

const TYPES = ['PAYIN', 'PAYOUT'] as const

// Error codes that concern the order number. All others concern the gateway.
const NUMBER_ERRORS: readonly string[] = ['ORDER_NOT_FOUND', 'ORDER_STATE_CONFLICT', 'ORDER_AMBIGUOUS', 'VALIDATION_FAILED']

function numberFault(number: string): CommonKey | null {
  if (number === '') return 'rule.required'
  return PATTERNS.orderNumber.test(number) ? null : 'filter.fault.number'
}

/** Simulates the payer or the bank for one order, and shows the result and its callback. */
export const Simulation = withCommandRuntime(() => {
  const t = useT()
  const { api, clock, features, permissions, scope } = useConsole()
  const hasOutcomes = useFeature('simulation-outcomes')
  const [runs, setRuns] = useAtom(runsAtom)
  const keep = (run: SimulationRun) =>
    setRuns((before) => [{ ...run, id: before.length, time: new Date(clock.now()).toISOString() }, ...before])
  const [machine] = useState(() => provideSimulationMachine({ api, features }, keep))
  const [snapshot, send] = useMachine(machine)
  const types = TYPES.filter((type) => canUse(permissions, type === 'PAYIN' ? 'simulate_payin' : 'simulate_payout'))
  const [trial, setTrial] = useState<Trial>({ type: types[0] ?? 'PAYIN', number: '', outcome: 'success', answer: 'own' })
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const { ending, trial: submitted, error } = snapshot.context
  const refusal = snapshot.matches('refused') && ending?.kind === 'refused' ? ending : null
  const isNumberRefused = refusal !== null && NUMBER_ERRORS.includes(refusal.code) && trial.number === submitted?.number
  const isBusy = snapshot.matches('running')
  const fault = numberFault(trial.number)

  function run() {
    setChecked(fault !== null)
    if (fault !== null) field.current?.focus()
    else send({ type: 'trial.run', trial, idempotencyKey: api.newIdempotencyKey() })
  }
  // Never dirty: a typed number is not worth a confirmation before leaving.
  useForm({ submit: run })
  useEffect(() => focusOnArrival(field.current), [])
  useEffect(() => {
    if (refusal !== null) field.current?.focus()
  }, [refusal])

  const outcomes: readonly string[] = trial.type === 'PAYIN' ? PAYIN_OUTCOMES : PAYOUT_OUTCOMES
  const outcomeKey = trial.type === 'PAYIN' ? 'argument.outcome' : 'argument.payoutOutcome'
  return (
    <div className={styles.page} data-layer="form">
      <p className={styles.intro}>{t('sim.intro')}</p>
      {scope().app.isSimulationOn === false && <p className="warning">{t('sim.off')}</p>}
      <div className={styles.sides}>
        <form className="fields" aria-label={t('menu.dev-center.simulation')} noValidate onSubmit={handleSubmit(run)}>
          <RadioGroup
            className={styles.types}
            aria-label={t('sim.type')}
            value={trial.type}
            onValueChange={(type) => setTrial({ ...trial, type: type as Trial['type'], outcome: 'success' })}
          >
            {types.map((one) => (
              <Radio.Root key={one} value={one} className={styles.type}>
                {t(`sim.type.${one}`)}
              </Radio.Root>
            ))}
          </RadioGroup>
          <TextField
            ref={field}
            label={t('field.merchantOrderNo')}
            name="merchantOrderNo"
            value={trial.number}
            onValue={(number) => setTrial({ ...trial, number: number.trim() })}
            hint={t('sim.number.hint')}
            onBlur={(event) => shouldValidateOnBlur(event) && setChecked(true)}
            error={isChecked && fault !== null ? t(fault) : isNumberRefused ? refusal.message : null}
            autoComplete="off"
            spellCheck={false}
          />
          {hasOutcomes && (
            <>
              <SelectField
                label={t('argument.outcome')}
                name="outcome"
                choices={outcomes.map((value) => ({ value, label: t(`${outcomeKey}.${value}` as MessageKey) }))}
                value={trial.outcome}
                onValue={(outcome) => setTrial({ ...trial, outcome })}
              />
              <SelectField
                label={t('argument.answer')}
                name="answer"
                choices={SERVER_ANSWERS.map((value) => ({ value, label: t(`argument.answer.${value}`) }))}
                value={trial.answer}
                onValue={(answer) => setTrial({ ...trial, answer })}
                hint={t('sim.answer.hint')}
              />
            </>
          )}
          {refusal !== null && !isNumberRefused && (
            <p className="alert" role="alert">
              {refusal.message}
            </p>
          )}
          {snapshot.matches('unknown') && (
            <p className="warning" role="alert">
              {t('sim.unknown', { reason: failureText(error, t) })}
            </p>
          )}
          <FormActions label={t(isBusy ? 'sim.running' : 'sim.run')} isBusy={isBusy} />
        </form>
        <SimulationResult snapshot={snapshot} />
      </div>
      {runs.length > 0 && <SimulationRuns runs={runs} />}
    </div>
  )
})

/** The simulation machine with calls to the gateway as its actors. */
const provideSimulationMachine = ({ api, features }: Pick<Core, 'api' | 'features'>, keep: (run: SimulationRun) => void) =>
  simulationMachine.provide({
    actors: {
      simulate: fromPromise(async ({ input: { trial, idempotencyKey } }) => {
        try {
          return {
            kind: 'played',
            result: await play(api, features.has('simulation-outcomes') ? trial : null, trial, idempotencyKey),
          }
        } catch (cause) {
          if (
            !(cause instanceof ApiError && (cause.isAnswer || cause.isErrorInSuccess || cause.code === 'SIMULATION_DISABLED'))
          )
            throw cause
          return { kind: 'refused', code: cause.code, message: cause.message }
        }
      }),
      readAttempts: fromPromise(async ({ input: { trial, id } }) => {
        const call = trial.type === 'PAYIN' ? calls.payinTrail : calls.payoutTrail
        return (await api.call(call, { id }, { quiet: true })).attempts
      }),
    },
    actions: { keep: (_, run) => keep(run) },
  })

/** `chosen` is the trial whose outcome and answer the gateway lets choose; null when it lets choose none. */
function play(api: Api, chosen: Trial | null, { type, number, outcome }: Trial, idempotencyKey: string) {
  const options = { quiet: true, idempotencyKey }
  if (chosen === null) {
    const plain = { merchantOrderNo: number }
    return type === 'PAYIN' ? api.call(calls.simulatePayin, plain, options) : api.call(calls.simulatePayout, plain, options)
  }
  const input = { merchantOrderNo: number, ...notifyInput(chosen.answer as ServerAnswer) }
  return type === 'PAYIN'
    ? api.call(calls.simulatePayin, { ...input, outcome: outcome as (typeof PAYIN_OUTCOMES)[number] }, options)
    : api.call(calls.simulatePayout, { ...input, outcome: outcome as (typeof PAYOUT_OUTCOMES)[number] }, options)
}
