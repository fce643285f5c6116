import { ALL_ORDER_KINDS, type TargetKind } from '#contract/kinds.ts'
import { ofMerchants } from '../db/conditions.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { isId } from '../ids.ts'

/** Text that may be the number of an order or a movement of the merchant. */
export interface TargetRef {
  merchantNo: string
  number: string | null
}

/** The kind of an order, or the type of a movement, and its status. */
export interface Target {
  kind: TargetKind
  status: string
}

/** Finds the orders and movements with these numbers, in one statement. */
export async function findTargets(db: Queries, refs: readonly TargetRef[]): Promise<(ref: TargetRef) => Target | undefined> {
  const numbered = refs.filter(({ number }) => number !== null && isId(number))
  const merchantNos = [...new Set(numbered.map(({ merchantNo }) => merchantNo))]
  const ids = numbered.map(({ number }) => number)
  const rows =
    numbered.length === 0
      ? []
      : await db.all<Target & { merchantNo: string; number: string }>(sql`
          select o.merchant_no as "merchantNo", o.id as number, o.kind, o.status
            from orders o
           where ${ofMerchants(sql`o.merchant_no`, merchantNos)} and o.kind = any (${ALL_ORDER_KINDS}::text[])
             and o.id = any (${ids}::bigint[])
           union all
          select r.merchant_no, r.id, r.type, r.status
            from record r
           where ${ofMerchants(sql`r.merchant_no`, merchantNos)} and r.id = any (${ids}::bigint[])`)
  const found = new Map(rows.map(({ kind, status, ...ref }) => [keyOf(ref), { kind, status }]))
  return (ref) => found.get(keyOf(ref))
}

const keyOf = ({ merchantNo, number }: TargetRef): string => `${merchantNo} ${number}`
