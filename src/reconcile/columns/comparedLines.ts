import { currencyOf, type OrderKind } from '#contract/kinds.ts'
import { currencyIn } from '../amounts/currencyIn.ts'
import type { StatementLine } from '../statementLine.ts'
import type { ReadStatement } from './readLines.ts'

/** The lines as orders of a kind are compared with them: without directions they go the way of the orders, and no other currency is read. */
export function comparedLines({ lines, isSigned }: ReadStatement, kind: OrderKind): readonly StatementLine[] {
  const currency = currencyOf(kind)
  const isReversed = !isSigned && kind.endsWith('PAYOUT')
  return lines.map((line) => {
    const { amount } = line
    if (amount === null) return line
    if (line.currency !== null && line.currency !== currency) return unconverted(line, isSigned)
    return isReversed ? { ...line, amount: -amount } : line
  })
}

/** A line whose amount is of another currency. */
function unconverted(line: StatementLine, isSigned: boolean): StatementLine {
  const { amount, amountText, currency } = line
  const direction = !isSigned || amount === 0n ? 0 : amount! > 0n ? 1 : -1
  const text = currencyIn(amountText) === null ? `${currency} ${amountText}` : amountText
  return { ...line, amount: null, direction, amountText: text, problem: 'otherCurrency' }
}
