import type { MoneyRecord } from '#contract/moneyRows.ts'
import type { Refusal } from '#machines/money/run.ts'
import { createSignal, type Signal } from '../../signal.ts'
import type { Console } from '../../useConsole.tsx'
import type { MoneyKindName } from './kinds.ts'

/** What a result page is to show: the record that was made, or why none was. */
export interface Result {
  kind: MoneyKindName
  record: MoneyRecord | null
  refusal: Refusal | null
}

const results = new WeakMap<Console, Signal<Result | null>>()

/** The last outcome, in memory only. */
export function resultOf(console: Console): Signal<Result | null> {
  const known = results.get(console) ?? createSignal<Result | null>(null)
  results.set(console, known)
  return known
}

const LOST = new Set(['FAILED', 'EXPIRED'])

/** Whether it went as somebody wanted it, as far as it is known: what he took back did. */
export const isGoodEnd = ({ status }: MoneyRecord): boolean => !LOST.has(status)
