import { useSelector } from '@xstate/react'
import { useAtomValue } from 'jotai'
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RouteId, routeAt, routes } from '#commands/navigation/routes.ts'
import { optionLabel } from '#commands/optionLabel.ts'
import { canEnter } from '#contract/authority.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amountFormatter } from '../../../format/amount.ts'
import { formatTime } from '../../../format/dates.ts'
import { joinKnown } from '../../../format/joinKnown.ts'
import { parseAddress } from '../../../state/location.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { focusOnArrival } from '../../../ui/focus/focusOnArrival.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { useOptions } from '../../../useOptions.ts'
import { readMovement } from '../flow/findMovement.ts'
import { type MoneyKindName, moneyKinds } from '../flow/kinds.ts'
import { Detail, DetailList, MoneyAmount, MoneyPage } from '../MoneyPage.tsx'
import frame from '../money.module.css'
import { Hold } from './Hold.tsx'
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
    return <EmptyResult />
  }
}

const POLL_MS = 2_000
/** A gateway that answers with whole lists is asked ever less often. */
const LONGEST_POLL_MS = 60_000

const FINAL: ReadonlySet<string> = new Set(Object.values(STATUS_GROUPS).flatMap(({ paid, unpaid }) => [...paid, ...unpaid]))

/** Polls a movement until its status is final, while the page is visible, and returns its current state. */
function useLiveMovement(kind: MoneyKindName, initial: Movement): Movement {
  const console = useConsole()
  const hasTrails = useFeature('trails')
  const [movement, setMovement] = useState(initial)
  const isOpen = !FINAL.has(movement.status ?? '')
  const isHeld = useSelector(console.hold, ({ context }) => context.held.some((held) => held.movement.id === initial.id))
  useEffect(() => {
    if (!isOpen) return
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function read() {
      if (document.hidden) return
      const now = await readMovement(console, moneyKinds[kind], initial, { background: true }).catch(() => null)
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
  }, [console, kind, initial, isOpen, isHeld, hasTrails])
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
  const { activeScopes, hold } = useConsole()
  const options = useOptions()
  const movement = useLiveMovement(kind, initial)
  useMatchingPage(kind, initial, movement)
  useLayoutEffect(() => setResultTitle(activeScopes, movement, t), [activeScopes, movement, t])
  const { status, currency, payAmount, serviceFee, transferFee, platOrderNo, merchantOrderNo, createTime } = movement
  const { bankName, accountNumber, receiveName, receiveMerchantNo } = movement
  const look = lookOf(status)
  // Whether the money of a canceled recharge was sent, only its payer knows.
  const outcome = look === 'CANCELLED' && !moneyKinds[kind].isOutgoing ? 'CANCELLED.recharge' : look
  const hasHolds = useFeature('holds')
  const isHeld = hasHolds && movement.holdUntil !== null
  const held = useSelector(hold, ({ context }) => context.held.find(({ movement: one }) => one.id === initial.id))
  return (
    <ResultSection
      {...LOOKS[look]}
      title={t(isHeld ? 'money.result.held' : `money.result.${outcome}`, { what: t(moneyKinds[kind].noun) })}
      isLive
    >
      {held !== undefined && <Hold held={held} />}
      {movement.responseMessage != null && <p className="second">{movement.responseMessage}</p>}
      <MoneyAmount value={payAmount} currency={currency} />
      <DetailList>
        <Detail title={t('field.platOrderNo')}>{platOrderNo}</Detail>
        <Detail title={t('field.merchantOrderNo')}>{merchantOrderNo}</Detail>
        {kind === 'withdraw' && <Detail title={t('field.accountNumber')}>{joinKnown(bankName, accountNumber)}</Detail>}
        {kind === 'transfer' && <Detail title={t('money.receiver')}>{joinKnown(receiveName, receiveMerchantNo)}</Detail>}
        {kind === 'withdraw' && <Detail title={t('field.serviceFee')}>{amountFormatter(currency)(serviceFee)}</Detail>}
        {kind === 'transfer' && <Detail title={t('field.transferFee')}>{amountFormatter(currency)(transferFee)}</Detail>}
        <Detail title={t('field.status')}>{optionLabel('RecordStatus', status, options)}</Detail>
        <Detail title={t('field.createTime')}>
          {formatTime(createTime)} {t('app.zone')}
        </Detail>
      </DetailList>
      <ResultLinks kind={kind} isSecondary={held !== undefined} />
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
    <h2 id="money-result" className="title ringless" tabIndex={-1} aria-live={isLive ? 'polite' : undefined}>
      {title}
    </h2>
    {children}
  </section>
)

function RefusedResult({ kind, message }: { kind: MoneyKindName; message: string }) {
  const t = useT()
  return (
    <ResultSection Icon={CircleX} tone="bad" title={t('money.result.refused', { what: t(moneyKinds[kind].noun) })}>
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
function ResultLinks({ kind, isSecondary = false }: { kind: MoneyKindName; isSecondary?: boolean }) {
  const t = useT()
  const { permissions } = useConsole()
  const list = LISTS[kind]
  const { place, name, another } = moneyKinds[kind]
  const mode = name === 'rechargeOnline' ? '?mode=online' : name === 'rechargeOffline' ? '?mode=offline' : ''
  return (
    <div className={frame.actions}>
      <MainLink href={`#${routes[place].path}${mode}`} title={another} isSecondary={isSecondary} />
      {canEnter(permissions, routes[list.place]) && (
        <LinkButton href={`#${routes[list.place].path}${list.query}`}>{t('money.result.list')}</LinkButton>
      )}
    </div>
  )
}

/** The forms that a result page without a result links to. */
const FORMS = [moneyKinds.withdraw, moneyKinds.transfer, moneyKinds.rechargeOnline]

/** The page opened by its address. It claims neither success nor failure. */
function EmptyResult() {
  const t = useT()
  const { activeScopes, location, permissions } = useConsole()
  const place = routeAt(parseAddress(location.current()).path)
  useLayoutEffect(() => {
    if (place !== null) activeScopes.title.set({ place, text: t('money.result.title.empty') })
  }, [activeScopes, place, t])
  return (
    <ResultSection Icon={CircleDashed} tone="idle" title={t('money.result.empty')}>
      <div className={frame.actions}>
        <MainLink href="#/" title="exception.back" />
        {FORMS.filter((form) => canEnter(permissions, routes[form.place])).map((form) => (
          <LinkButton key={form.name} href={`#${routes[form.place].path}`}>
            {t(form.another)}
          </LinkButton>
        ))}
      </div>
    </ResultSection>
  )
}

/** The link that takes the focus, except from a movement on hold: there the heading is read first. */
function MainLink({ href, title, isSecondary = false }: { href: string; title: MessageKey; isSecondary?: boolean }) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => focusOnArrival(isSecondary ? document.getElementById('money-result') : link.current), [])
  return (
    <LinkButton ref={link} variant={isSecondary ? 'plain' : 'primary'} href={href}>
      {t(title)}
    </LinkButton>
  )
}
