import { minorUnits } from '../amounts/decimalText.ts'
import { applyChange, type Change, changeOf, type DecideContext } from '../matching/decide.ts'
import { createEntryBook } from '../matching/entryBook.ts'
import type { StatementMatch } from '../matching/matchStatement.ts'
import type { Decision, EntryKey, ReconcileSettings } from '../session.ts'
import type { StatementLine, StatementTable } from '../statementLine.ts'
import type { DecisionResult } from './protocol.ts'
import { summaryOf } from './summaryOf.ts'

export interface MatchedInput {
  readonly lines: readonly StatementLine[]
  readonly match: StatementMatch
  readonly table: StatementTable
  readonly settings: ReconcileSettings
  readonly scale: number
  /** Applied again, in order. */
  readonly decisions: readonly Decision[]
}

export type MatchedSession = ReturnType<typeof createMatchedSession>

/** A matched statement with the decisions of the user, which can be undone. */
export function createMatchedSession({ lines, match, table, settings, scale, decisions }: MatchedInput) {
  const fit = { basis: settings.basis, tolerance: minorUnits(settings.amountTolerance, scale) ?? 0n }
  const book = createEntryBook(match.entries, { lines: [...lines], sides: match.sides, basis: settings.basis })
  const context: DecideContext = { book, match, fit, scale, isOut: settings.kind.endsWith('PAYOUT') }
  /** Without a change while its lines or orders are not there, as in another list of orders: the next match applies it again. */
  const done: { decision: Decision; change: Change | null }[] = []
  const undone: Decision[] = []

  const result = (
    decision: Decision,
    keys: readonly EntryKey[],
    refusal: DecisionResult['refusal'] = null,
  ): DecisionResult => ({
    decision,
    summary: summary(),
    keys,
    refusal,
  })
  const summary = () => summaryOf(book, table, scale)

  function apply(decision: Decision): readonly EntryKey[] | Exclude<DecisionResult['refusal'], null> {
    const change = changeOf(decision, context)
    if (typeof change === 'string') return change
    done.push({ decision, change })
    return applyChange(change, book, 'do')
  }

  for (const decision of decisions) if (typeof apply(decision) === 'string') done.push({ decision, change: null })

  return {
    book,
    match,
    summary,
    decisions: (): Decision[] => done.map(({ decision }) => decision),
    /** Those that `undo` takes back, in their order. */
    undoable: (): Decision[] => done.flatMap(({ decision, change }) => (change === null ? [] : decision)),
    decide(decision: Decision): DecisionResult {
      const keys = apply(decision)
      if (typeof keys === 'string') return result(decision, [], keys)
      undone.length = 0
      return result(decision, keys)
    },
    undo(): DecisionResult | null {
      const at = done.findLastIndex(({ change }) => change !== null)
      if (at < 0) return null
      const [{ decision, change }] = done.splice(at, 1) as [(typeof done)[number]]
      undone.push(decision)
      return result(decision, applyChange(change!, book, 'undo'))
    },
    redo(): DecisionResult | null {
      const last = undone.pop()
      if (last === undefined) return null
      const keys = apply(last)
      return typeof keys === 'string' ? result(last, [], keys) : result(last, keys)
    },
  }
}
