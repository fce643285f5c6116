import { useSelector } from '@xstate/react'
import { useAtomValue } from 'jotai'
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RouteId, routes } from '#commands/navigation/routes.ts'
import { optionLabel } from '#commands/optionLabel.ts'
import { canEnter } from '#contract/authority.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amountFormatter } from '../../../format/amount.ts'
import { formatTime } from '../../../format/dates.ts'
import { CommandKeys } from '../../../keyboard/CommandKeys.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { focusOnArrival } from '../../../ui/focus/focusOnArrival.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { useOptions } from '../../../useOptions.ts'
import { readMovement } from '../flow/findMovement.ts'
import { type MoneyKindName, moneyKinds } from '../flow/kinds.ts'
import { Detail, DetailList, MoneyAmount, MoneyPage } from '../MoneyPage.tsx'
import frame from '../money.module.css'
import { isGoodOutcome, resultAtom, resultPage, setResultTitle } from './latestResult.ts'
import styles from './Result.module.css'

export const ResultSuccess = () => <Result isGood />
export const ResultFail = () => <Result isGood={false} />

/** The outcome of the last submission; an empty page when there is none. */
function Result({ isGood }: { isGood: boolean }) {
  const result = useAtomValue(resultAtom)
  return <MoneyPage>{page()}</MoneyPage>

  function page() {
    if (result?.movement != null && isGoodOutcome(result.movement) === isGood) {
      return <MovementResult kind={result.kind} initial={result.movement} />
    }
    if (result?.refusal != null && !isGood) return <RefusedResult kind={result.kind} message={result.refusal.message} />
    return <EmptyResult isGood={isGood} />
  }
}

const POLL_MS = 2_000
/** A gateway that answers with whole lists is asked ever less often. */
const LONGEST_POLL_MS = 60_000

const FINAL: ReadonlySet<string> = new Set(Object.values(STATUS_GROUPS).flatMap(({ paid, unpaid }) => [...paid, ...unpaid]))

/** Polls a movement until its status is final, and returns its current state. */
function useLiveMovement(kind: MoneyKindName, initial: Movement): Movement {
  const console = useConsole()
  const hasTrails = useFeature('trails')
  const [movement, setMovement] = useState(initial)
  const isPending = !FINAL.has(movement.status ?? '')
  const isHeld = useSelector(console.hold, ({ context }) => context.held.some((held) => held.movement.id === initial.id))
  useEffect(() => {
    if (!isPending) return
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function read() {
      const now = await readMovement(console, moneyKinds[kind], initial).catch(() => null)
      if (now !== null && !isLeft) setMovement(now)
    }
    const readIn = (wait: number) => {
      timer = setTimeout(async () => {
        await read()
        if (!isLeft) readIn(hasTrails ? wait : Math.min(LONGEST_POLL_MS, wait * 2))
      }, wait)
    }
    // Read at once when the hold ends, because the status changes then.
    if (!isHeld) void read()
    readIn(POLL_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [console, kind, initial, isPending, isHeld, hasTrails])
  return movement
}

/** Switches to the other result page when the movement fails, or turns out well, later. */
function useMatchingPage(kind: MoneyKindName, initial: Movement, movement: Movement): void {
  const console = useConsole()
  useEffect(() => {
    if (isGoodOutcome(initial) === isGoodOutcome(movement)) return
    console.atoms.set(resultAtom, { kind, movement, refusal: null })
    console.location.go(routes[resultPage(movement)].path, { replace: true })
  }, [console, kind, initial, movement])
}

const LOOKS = {
  SUCCESS: { Icon: CircleCheck, tone: 'good' },
  CREATED: { Icon: Clock, tone: 'busy' },
  PROCESSING: { Icon: Clock, tone: 'busy' },
  CANCELLED: { Icon: Ban, tone: 'idle' },
  EXPIRED: { Icon: CircleX, tone: 'bad' },
  FAILED: { Icon: CircleX, tone: 'bad' },
}

/** A status of another gateway tells no more than that it took the movement. */
function lookOf(status: string | null): keyof typeof LOOKS {
  if (status !== null && Object.hasOwn(LOOKS, status)) return status as keyof typeof LOOKS
  return status === 'PENDING_CHECK' ? 'PROCESSING' : 'CREATED'
}

function MovementResult({ kind, initial }: { kind: MoneyKindName; initial: Movement }) {
  const t = useT()
  const { activeScopes } = useConsole()
  const options = useOptions()
  const movement = useLiveMovement(kind, initial)
  useMatchingPage(kind, initial, movement)
  useLayoutEffect(() => setResultTitle(activeScopes, movement, t), [activeScopes, movement, t])
  const { status, currency, payAmount, serviceFee, transferFee, platOrderNo, merchantOrderNo, createTime } = movement
  const { bankName, accountNumber, receiveName, receiveMerchantNo } = movement
  const look = lookOf(status)
  const hasHolds = useFeature('holds')
  const isHeld = hasHolds && movement.holdUntil !== null
  return (
    <ResultSection
      {...LOOKS[look]}
      title={t(isHeld ? 'money.result.held' : `money.result.${look}`, { what: t(moneyKinds[kind].title) })}
      isLive
    >
      {isHeld && (
        <p className="second">
          {t('money.result.takeBack')} <CommandKeys of="hold.takeBack" at={-1} />
        </p>
      )}
      {movement.responseMessage != null && <p className="second">{movement.responseMessage}</p>}
      <MoneyAmount value={payAmount} currency={currency} />
      <DetailList>
        <Detail title={t('field.platOrderNo')}>{platOrderNo}</Detail>
        <Detail title={t('field.merchantOrderNo')}>{merchantOrderNo}</Detail>
        {kind === 'withdraw' && <Detail title={t('field.accountNumber')}>{joinParts(bankName, accountNumber)}</Detail>}
        {kind === 'transfer' && <Detail title={t('money.receiver')}>{joinParts(receiveName, receiveMerchantNo)}</Detail>}
        {kind === 'withdraw' && <Detail title={t('field.serviceFee')}>{amountFormatter(currency)(serviceFee)}</Detail>}
        {kind === 'transfer' && <Detail title={t('field.transferFee')}>{amountFormatter(currency)(transferFee)}</Detail>}
        <Detail title={t('field.status')}>{optionLabel('RecordStatus', status, options)}</Detail>
        <Detail title={t('field.createTime')}>
          {formatTime(createTime)} {t('app.zone')}
        </Detail>
      </DetailList>
      <ResultLinks kind={kind} />
    </ResultSection>
  )
}

interface ResultSectionProps {
  Icon: LucideIcon
  tone: string
  title: string
  /** Whether the title may change. */
  isLive?: boolean
  children: ReactNode
}

const ResultSection = ({ Icon, tone, title, isLive = false, children }: ResultSectionProps) => (
  <section className={`${frame.card} ${styles.result}`} aria-labelledby="money-result">
    <Icon className={styles.mark} data-tone={tone} size={32} strokeWidth={1.5} aria-hidden="true" />
    <h2 id="money-result" className="title" aria-live={isLive ? 'polite' : undefined}>
      {title}
    </h2>
    {children}
  </section>
)

const joinParts = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' · ')

function RefusedResult({ kind, message }: { kind: MoneyKindName; message: string }) {
  const t = useT()
  return (
    <ResultSection Icon={CircleX} tone="bad" title={t('money.result.refused', { what: t(moneyKinds[kind].title) })}>
      <p className="second">{message}</p>
      <ResultLinks kind={kind} />
    </ResultSection>
  )
}

const LISTS: Record<MoneyKindName, { place: RouteId; query: string }> = {
  withdraw: { place: 'txn.withdraw', query: '' },
  transfer: { place: 'account.transfer', query: '?records=1' },
  rechargeOnline: { place: 'txn.recharge', query: '' },
  rechargeOffline: { place: 'txn.recharge', query: '' },
}

/** Links to another submission and to the list. The first one takes the focus. */
function ResultLinks({ kind }: { kind: MoneyKindName }) {
  const t = useT()
  const { permissions } = useConsole()
  const list = LISTS[kind]
  const { place, name } = moneyKinds[kind]
  const mode = name === 'rechargeOnline' ? '?mode=online' : name === 'rechargeOffline' ? '?mode=offline' : ''
  return (
    <div className={frame.actions}>
      <MainLink href={`#${routes[place].path}${mode}`} title="money.result.another" />
      {canEnter(permissions, routes[list.place]) && (
        <LinkButton href={`#${routes[list.place].path}${list.query}`}>{t('money.result.list')}</LinkButton>
      )}
    </div>
  )
}

function EmptyResult({ isGood }: { isGood: boolean }) {
  const t = useT()
  return (
    <ResultSection
      Icon={isGood ? CircleCheck : CircleX}
      tone="idle"
      title={t(isGood ? 'place.result.success' : 'place.result.fail')}
    >
      <p className="second">{t('money.result.cold')}</p>
      <div className={frame.actions}>
        <MainLink href="#/" title="exception.back" />
      </div>
    </ResultSection>
  )
}

/** The link that takes the focus. */
function MainLink({ href, title }: { href: string; title: MessageKey }) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => focusOnArrival(link.current), [])
  return (
    <LinkButton ref={link} variant="primary" href={href}>
      {t(title)}
    </LinkButton>
  )
}
