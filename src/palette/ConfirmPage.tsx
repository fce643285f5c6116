import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { currentRow } from '#commands/conditions.ts'
import { keypress } from '#commands/keyboard/keypress.ts'
import { orderIdentityOf, orderValue, parseOrderValue } from '#commands/orders/orderArgument.ts'
import { orderOf, statusLabel } from '#commands/rows/kinds.ts'
import type { OrderRef, SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import type { Page } from '#machines/palette/page.ts'
import { formatMessage, titleOf } from '../commandText.ts'
import { amountFormatter } from '../format/amount.ts'
import { Button } from '../ui/Button.tsx'
import { isMac } from '../ui/Kbd.tsx'
import { Status, statusTone } from '../ui/Status.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './ConfirmPage.module.css'
import frame from './Palette.module.css'
import { Hints } from './PaletteFooter.tsx'

/** The confirmation before a command runs. Cancel has the focus, so that a key pressed by accident does nothing. */
export function ConfirmPage() {
  const t = useT()
  const { palette, registry, scope } = useConsole()
  const cancel = useRef<HTMLButtonElement>(null)
  const pagesBelow = useSelector(palette, ({ context }) => context.below)
  const page = useSelector(palette, ({ context }) => context.page)
  const id = useId()
  useLayoutEffect(() => cancel.current?.focus(), [])
  const { task } = page
  if (task === null) return null
  const subject = taskOrder([...pagesBelow, page], scope())
  const command = registry.get(task.command)
  const question = task.confirm === 'always' ? command.confirm?.(scope(), task.given) : null

  function onKeyDown(event: KeyboardEvent) {
    const key = keypress(event.nativeEvent, isMac)
    if (event.defaultPrevented || (key !== 'escape' && key !== 'mod+enter')) return
    event.preventDefault()
    event.stopPropagation()
    palette.send(key === 'escape' ? { type: 'escape' } : { type: 'task.confirmed' })
  }

  return (
    <section
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text ${id}-subject`}
      onKeyDown={onKeyDown}
    >
      <div className={styles.confirm}>
        <h2 className={styles.question} id={`${id}-title`}>
          {titleOf(command, t)}
        </h2>
        <p id={`${id}-text`}>{question == null ? t('palette.again') : formatMessage(question, t)}</p>
        {subject !== null && <Subject id={`${id}-subject`} order={subject} />}
        <div className={styles.buttons}>
          <Button ref={cancel} onClick={() => palette.send({ type: 'escape' })}>
            {t('app.cancel')}
          </Button>
          <Button variant="primary" onClick={() => palette.send({ type: 'task.confirmed' })}>
            {t('app.confirm')}
          </Button>
        </div>
      </div>
      <Hints
        hints={[
          ['mod+enter', 'palette.foot.confirm'],
          ['escape', pagesBelow.length > 0 ? 'palette.foot.back' : 'palette.foot.close'],
        ]}
      />
    </section>
  )
}

/** The order that the command applies to, so that the user need not remember its number. */
function Subject({ id, order: { kind, order } }: { id: string; order: OrderRef }) {
  const { app } = useConsole().scope()
  const shown = amountFormatter(order.currency)
  return (
    <p id={id} className={styles.subject}>
      <strong className="bold">
        {shown(order.payAmount)} {order.currency}
      </strong>
      <Status tone={statusTone(order.status)}>{statusLabel(kind, order.status, app)}</Status>
      <span className={frame.number}>{order.merchantOrderNo}</span>
      <span>{[order.receiveName ?? order.payerName, order.bankName].filter(Boolean).join(' · ')}</span>
    </p>
  )
}

/** The order given to the task, from the palette's hits or the visible rows; null when only its number is known. */
function taskOrder(pages: readonly Page<SearchableKind>[], scope: Scope): OrderRef | null {
  const value = pages.at(-1)?.task?.given.order
  if (value === undefined) return null
  const found = pages
    .flatMap(({ hits, subject }) => (subject === null ? hits : [subject, ...hits]))
    .flatMap((hit) => orderOf(hit) ?? [])
  const { number } = parseOrderValue(value)
  const visible = [currentRow(scope) ?? [], scope.list?.row ?? [], scope.list?.findLoaded(number) ?? []]
    .flat()
    .flatMap((ref) => orderOf(ref) ?? [])
  return [...found, ...visible].find((ref) => orderValue(orderIdentityOf(ref)) === value) ?? null
}
