import { currencyIn } from '../amounts/currencyIn.ts'
import { type AmountNotation, readAmount } from '../amounts/notation.ts'
import { type Sign, signOfWord } from '../amounts/signOfWord.ts'
import { isBlankAmount, signOfText } from '../amounts/splitAmount.ts'
import type { ColumnRole, Layout } from '../layout.ts'
import type { LineProblem, StatementTable } from '../statementLine.ts'
import { notationOf } from './detectLayout.ts'

export interface LineMoney {
  readonly amount: bigint | null
  readonly amountText: string
  readonly fee: bigint | null
  /** Of an unread amount, by what stands beside it; 0 when nothing tells. */
  readonly direction: Sign
  readonly currency: string | null
  readonly problem: LineProblem | null
}

type Row = readonly string[]

const UNREADABLE = { amount: null, problem: 'amountUnreadable' } as const
const MISSING = { amount: null, problem: 'amountMissing' } as const

/** A reader of the money of one line, in the notation of the whole file. */
export function moneyReader(table: StatementTable, layout: Layout, scale: number) {
  const notation = notationOf(table, layout, scale)
  const columnOf = (role: ColumnRole) => layout.roles.indexOf(role)
  const [amount, credit, debit, fee, net, balance, wordColumn, currency] = (
    ['amount', 'credit', 'debit', 'fee', 'net', 'balance', 'direction', 'currency'] as const
  ).map(columnOf) as [number, number, number, number, number, number, number, number]
  const single = amount >= 0 ? amount : net
  const words = wordColumn < 0 ? [] : table.rows.map((row) => signOfWord(row[wordColumn]!))
  const hasKnownWords = words.some((sign) => sign !== 0)
  const isTold =
    credit >= 0 ||
    debit >= 0 ||
    hasKnownWords ||
    (single >= 0 && table.rows.some((row) => (readAmount(row[single]!, notation)?.sign ?? 0) !== 0))
  const signByBalance = !isTold && single >= 0 && balance >= 0 ? signsByBalance(table.rows, single, balance, notation) : null
  const areWordsUnknown = wordColumn >= 0 && !hasKnownWords && table.rows.some((row) => !isBlankAmount(row[wordColumn]!))
  // Unknown words do not count where the amounts or the balance tell which way the money went.
  const direction = areWordsUnknown && (isTold || signByBalance !== null) ? -1 : wordColumn
  const isSigned = isTold || areWordsUnknown
  // Some banks mark money out only.
  const unmarked: Sign = direction < 0 || !(words.includes(1) || areWordsUnknown) ? 1 : 0

  function readSides(row: Row): Pick<LineMoney, 'amount' | 'problem'> {
    const sides = [
      { cell: credit < 0 ? '' : row[credit]!, side: 1n },
      { cell: debit < 0 ? '' : row[debit]!, side: -1n },
    ].filter(({ cell }) => !isBlankAmount(cell))
    const read = sides.map(({ cell, side }) => {
      const found = readAmount(cell, notation)
      if (found === null) return null
      // A minus in the debit column repeats the column; one in the credit column takes back.
      if (side === -1n) return found.sign === 1 ? null : -found.units
      return found.sign === -1 ? -found.units : found.units
    })
    if (read.includes(null)) return UNREADABLE
    const moved = read.filter((units) => units !== 0n)
    if (moved.length > 1) return UNREADABLE
    if (read.length === 0) return MISSING
    return { amount: moved[0] ?? 0n, problem: null }
  }

  function readSingle(row: Row, index: number): Pick<LineMoney, 'amount' | 'problem'> {
    const cell = single < 0 ? '' : row[single]!
    if (isBlankAmount(cell)) return MISSING
    const found = readAmount(cell, notation)
    if (found === null) return UNREADABLE
    const word: Sign = direction < 0 ? 0 : words[index]!
    const isBlankWord = direction >= 0 && isBlankAmount(row[direction]!)
    // An unknown word in the direction column leaves the direction open.
    if (direction >= 0 && word === 0 && !isBlankWord && found.sign === 0) return UNREADABLE
    if (word !== 0 && found.sign !== 0 && word !== found.sign) return UNREADABLE
    const sign = word || found.sign || (signByBalance === null ? unmarked : signByBalance[index]!)
    return sign === 0 ? UNREADABLE : { amount: sign < 0 ? -found.units : found.units, problem: null }
  }

  function directionOf(row: Row, index: number): Sign {
    if (credit >= 0 || debit >= 0) {
      const isFilled = (column: number) =>
        column >= 0 && !isBlankAmount(row[column]!) && readAmount(row[column]!, notation)?.units !== 0n
      if (isFilled(credit) === isFilled(debit)) return 0
      return isFilled(debit) ? -1 : signOfText(row[credit]!) || 1
    }
    const written = single < 0 ? 0 : signOfText(row[single]!)
    const word = direction < 0 ? 0 : words[index]!
    if (written !== 0 && word !== 0 && written !== word) return 0
    const isUnmarked = direction < 0 || isBlankAmount(row[direction]!)
    return word || written || (isSigned && isUnmarked ? unmarked : 0)
  }

  // An amount that states its currency knows better than the column beside it.
  const stating = [single, credit, debit, currency].filter((column) => column >= 0)
  const currencyOf = (row: Row) => stating.reduce<string | null>((found, column) => found ?? currencyIn(row[column]!), null)

  return {
    /** Whether the file says which way the money went. */
    isSigned: isSigned || signByBalance !== null,
    read(row: Row, index: number): LineMoney {
      const money = credit >= 0 || debit >= 0 ? readSides(row) : readSingle(row, index)
      const amountText = [single, credit, debit].flatMap((column) => (column < 0 || row[column] === '' ? [] : row[column]!))[0]
      const charged = fee < 0 ? null : readAmount(row[fee]!, notation)
      const went = money.problem === null ? 0 : directionOf(row, index)
      return { ...money, amountText: amountText ?? '', fee: charged?.units ?? null, direction: went, currency: currencyOf(row) }
    },
  }
}

/** The direction of each unsigned amount by the balance beside it; 0 where neither neighbour tells. Null when no balance follows. */
function signsByBalance(rows: readonly Row[], amount: number, balance: number, notation: AmountNotation): Sign[] | null {
  const amounts = rows.map((row) => readAmount(row[amount]!, notation)?.units ?? null)
  const balances = rows.map((row) => {
    const found = readAmount(row[balance]!, notation)
    return found === null ? null : found.sign < 0 ? -found.units : found.units
  })
  const ways = [1, -1].map((step) => {
    const signs = rows.map((_, at): Sign => signOfStep(balances[at], balances[at - step], amounts[at]))
    return { signs, told: signs.filter((sign) => sign !== 0).length }
  })
  const [down, up] = ways as [(typeof ways)[0], (typeof ways)[0]]
  const best = down.told >= up.told ? down : up
  return best.told * 2 < rows.length ? null : withFirst(best.signs, best === down ? 0 : rows.length - 1)
}

function signOfStep(now: bigint | null | undefined, before: bigint | null | undefined, units: bigint | null | undefined): Sign {
  if (now == null || before == null || units == null) return 0
  return now - before === units ? 1 : before - now === units ? -1 : 0
}

/** The earliest line has no balance before it; when all others agree, it goes their way. */
function withFirst(signs: Sign[], first: number): Sign[] {
  const others = new Set(signs.filter((_, at) => at !== first))
  if (others.size === 1) signs[first] = [...others][0]!
  return signs
}
