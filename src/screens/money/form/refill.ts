import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { Movement } from '#contract/rows/movements.ts'
import { amountFormatter, amountText } from '../../../format/amount.ts'
import { formatTime } from '../../../format/dates.ts'
import { useConsole } from '../../../useConsole.tsx'
import type { Flow } from '../flow/flows.ts'
import type { MoneyKind, Values } from '../flow/kinds.ts'
import { fetchEarlier, NOTHING_EARLIER, valuesOf } from '../flow/recent.ts'

export type Refill = ReturnType<typeof useRefill>

/** Earlier movements of a form's kind, and filling the form in from them. Its values are then edited and checked like typed ones. */
export function useRefill(flow: Flow, kind: MoneyKind) {
  const console = useConsole()
  const stored = useSelector(flow, ({ context }) => context.stored)
  const [earlier, setEarlier] = useState(NOTHING_EARLIER)
  const [filledFrom, setFilledFrom] = useState<Movement | null>(null)
  const owner = stored?.owner
  useEffect(() => {
    if (owner === undefined) return
    const abort = new AbortController()
    void fetchEarlier(console, kind, { owner }, abort.signal).then((found) => abort.signal.aborted || setEarlier(found))
    return () => abort.abort()
  }, [console, kind, owner])

  function fill(values: Values) {
    flow.send({ type: 'form.change', values })
    for (const [name, text] of Object.entries(values)) if (text !== '') flow.send({ type: 'field.leave', name })
  }

  function onRecent(movement: Movement) {
    setFilledFrom(movement)
    fill(valuesOf(kind, movement, amountFormatter(movement.currency)))
    const day = formatTime(movement.createTime).slice(0, 10)
    console.announcer.polite(console.i18n.t('money.recent.filled', { amount: amountText(movement), day }))
  }

  return {
    earlier,
    filledFrom,
    onRecent,
    onAccount: fill,
    /** The newest one first, then the one before it. */
    next() {
      const { recent } = earlier
      const at = recent.findIndex(({ id }) => id === filledFrom?.id)
      const movement = recent[(at + 1) % recent.length]
      if (movement !== undefined) onRecent(movement)
    },
  }
}
