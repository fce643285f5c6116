import { useSelector } from '@xstate/react'
import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keysFor } from '#commands/keymap.ts'
import { optionWord } from '#commands/optionWord.ts'
import { type PlaceId, places } from '#commands/places.ts'
import { mayEnter } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { MoneyRecord } from '#contract/moneyRows.ts'
import type { CommonKey, MessageKey } from '#locales/messages.ts'
import { amountOf } from '../../format/amount.ts'
import { shownTime } from '../../format/dates.ts'
import { useSignal } from '../../state/signal.ts'
import { arrive } from '../../ui/focus/arrive.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useOptions } from '../../useOptions.ts'
import card from './card.module.css'
import { entitle, isGoodEnd, pageOf, resultOf } from './handover.ts'
import { type MoneyKindName, moneyKinds } from './kinds.ts'
import { Line, Lines } from './Line.tsx'
import { Money } from './Money.tsx'
import { MoneyPage } from './MoneyPage.tsx'
import styles from './Result.module.css'
import ways from './ways.module.css'

export const ResultSuccess = () => <Result isGood />
export const ResultFail = () => <Result isGood={false} />

/** What came of the last thing that was done; opened for nothing in particular, a page that says so. */
function Result({ isGood }: { isGood: boolean }) {
  const console = useConsole()
  const result = useSignal(resultOf(console))
  return <MoneyPage>{page()}</MoneyPage>

  function page() {
    if (result?.record != null && isGoodEnd(result.record) === isGood) {
      return <Outcome kind={result.kind} made={result.record} />
    }
    if (result?.refusal != null && !isGood) return <Refused kind={result.kind} message={result.refusal.message} />
    return <Cold isGood={isGood} />
  }
}

const READ_MS = 2_000
const ON_ITS_WAY = new Set(['CREATED', 'PENDING_CHECK', 'PROCESSING'])

/** The record as it goes on: held, sent, done. */
function useRecord(made: MoneyRecord): MoneyRecord {
  const { api, hold } = useConsole()
  const [record, setRecord] = useState(made)
  const isOnItsWay = ON_ITS_WAY.has(record.status)
  const isHeld = useSelector(hold, ({ context }) => context.held.some((held) => held.record.id === made.id))
  useEffect(() => {
    if (!isOnItsWay) return
    const read = () => {
      api.call(calls.recordTrail, { id: made.id }, { quiet: true, logout: false }).then(
        (trail) => setRecord(trail.record),
        () => {},
      )
    }
    // The moment it is held no longer, something has happened to it.
    if (!isHeld) read()
    const reading = setInterval(read, READ_MS)
    return () => clearInterval(reading)
  }, [api, made, isOnItsWay, isHeld])
  return record
}

/** What was to go well and did not is told on the other page. */
function useRightPage(kind: MoneyKindName, made: MoneyRecord, record: MoneyRecord): void {
  const console = useConsole()
  useEffect(() => {
    if (isGoodEnd(made) === isGoodEnd(record)) return
    resultOf(console).set({ kind, record, refusal: null })
    console.location.go(places[pageOf(record)].path, { replace: true })
  }, [console, kind, made, record])
}

const LOOKS: Record<string, { Icon: typeof Clock; tone: string }> = {
  SUCCESS: { Icon: CircleCheck, tone: 'good' },
  CREATED: { Icon: Clock, tone: 'busy' },
  PROCESSING: { Icon: Clock, tone: 'busy' },
  CANCELLED: { Icon: Ban, tone: 'idle' },
  EXPIRED: { Icon: CircleX, tone: 'bad' },
  FAILED: { Icon: CircleX, tone: 'bad' },
}

const TITLES: Record<string, MessageKey> = {
  SUCCESS: 'money.result.SUCCESS',
  CREATED: 'money.result.CREATED',
  PROCESSING: 'money.result.PROCESSING',
  CANCELLED: 'money.result.CANCELLED',
  EXPIRED: 'money.result.EXPIRED',
  FAILED: 'money.result.FAILED',
}

function Outcome({ kind, made }: { kind: MoneyKindName; made: MoneyRecord }) {
  const t = useT()
  const { stage } = useConsole()
  const options = useOptions()
  const record = useRecord(made)
  useRightPage(kind, made, record)
  useLayoutEffect(() => entitle(stage, record, t), [stage, record, t])
  const { status, currency, payAmount, serviceFee, transferFee, platOrderNo, merchantOrderNo, createTime } = record
  const { bankName, accountNumber, receiveName, receiveMerchantNo } = record
  const { Icon, tone } = LOOKS[status] ?? { Icon: Clock, tone: 'busy' }
  const isHeld = record.holdUntil !== null
  return (
    <section className={`${card.card} ${styles.result}`} aria-labelledby="money-result">
      <Icon className={styles.mark} data-tone={tone} size={32} strokeWidth={1.5} aria-hidden="true" />
      <h2 id="money-result" className={card.heading} aria-live="polite">
        {t(isHeld ? 'money.result.held' : (TITLES[status] ?? 'money.result.PROCESSING'), { what: t(WHAT[kind]) })}
      </h2>
      {isHeld && (
        <p className={card.intro}>
          {t('money.result.takeBack')} <Kbd keys={keysFor('hold.takeBack').at(-1) ?? ''} />
        </p>
      )}
      {record.responseMessage !== null && <p className={card.intro}>{record.responseMessage}</p>}
      <Money value={payAmount} currency={currency} />
      <Lines>
        <Line title={t('field.platOrderNo')}>{platOrderNo}</Line>
        <Line title={t('field.merchantOrderNo')}>{merchantOrderNo}</Line>
        {kind === 'withdraw' && <Line title={t('field.accountNumber')}>{together(bankName, accountNumber)}</Line>}
        {kind === 'transfer' && <Line title={t('money.receiver')}>{together(receiveName, receiveMerchantNo)}</Line>}
        {kind === 'withdraw' && <Line title={t('field.serviceFee')}>{amountOf(currency)(serviceFee)}</Line>}
        {kind === 'transfer' && <Line title={t('field.transferFee')}>{amountOf(currency)(transferFee)}</Line>}
        <Line title={t('field.status')}>{optionWord('RecordStatus', status, options)}</Line>
        <Line title={t('field.createTime')}>
          {shownTime(createTime)} {t('app.zone')}
        </Line>
      </Lines>
      <Ways kind={kind} />
    </section>
  )
}

const together = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' · ')

function Refused({ kind, message }: { kind: MoneyKindName; message: string }) {
  const t = useT()
  return (
    <section className={`${card.card} ${styles.result}`} aria-labelledby="money-result">
      <CircleX className={styles.mark} data-tone="bad" size={32} strokeWidth={1.5} aria-hidden="true" />
      <h2 id="money-result" className={card.heading}>
        {t('money.result.refused', { what: t(WHAT[kind]) })}
      </h2>
      <p className={card.intro}>{message}</p>
      <Ways kind={kind} />
    </section>
  )
}

const WHAT: Record<MoneyKindName, MessageKey> = {
  withdraw: 'money.withdraw.title',
  transfer: 'money.transfer.title',
  rechargeOnline: 'money.online.title',
  rechargeOffline: 'money.offline.title',
}

/** Where the records of a kind are listed. */
const LISTS: Record<MoneyKindName, { place: PlaceId; query: string }> = {
  withdraw: { place: 'txn.withdraw', query: '' },
  transfer: { place: 'account.transfer', query: '?records=1' },
  rechargeOnline: { place: 'txn.recharge', query: '' },
  rechargeOffline: { place: 'txn.recharge', query: '' },
}

/** Another one, or the list: the way on has the focus. */
function Ways({ kind }: { kind: MoneyKindName }) {
  const t = useT()
  const { permissions } = useConsole()
  const list = LISTS[kind]
  const { place, name } = moneyKinds[kind]
  const mode = name === 'rechargeOnline' ? '?mode=online' : name === 'rechargeOffline' ? '?mode=offline' : ''
  return (
    <div className={ways.ways}>
      <Way href={`#${places[place].path}${mode}`} title="money.result.another" isFirst />
      {mayEnter(permissions, places[list.place]) && (
        <a className={ways.way} href={`#${places[list.place].path}${list.query}`}>
          {t('money.result.list')}
        </a>
      )}
    </div>
  )
}

function Cold({ isGood }: { isGood: boolean }) {
  const t = useT()
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <section className={`${card.card} ${styles.result}`} aria-labelledby="money-result">
      <Icon className={styles.mark} data-tone="idle" size={32} strokeWidth={1.5} aria-hidden="true" />
      <h2 id="money-result" className={card.heading}>
        {t(isGood ? 'place.result.success' : 'place.result.fail')}
      </h2>
      <p className={card.intro}>{t('money.result.cold')}</p>
      <div className={ways.ways}>
        <Way href="#/" title="exception.back" isFirst />
      </div>
    </section>
  )
}

function Way({ href, title, isFirst = false }: { href: string; title: MessageKey | CommonKey; isFirst?: boolean }) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFirst) arrive(link.current)
  }, [isFirst])
  return (
    <a ref={link} className={ways.way} data-first={isFirst} href={href}>
      {t(title)}
    </a>
  )
}
