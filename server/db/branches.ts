import { type Sql, sql } from './sql.ts'

/** Up to this many merchants are branches of a `union all`; more are joined laterally. */
const MAX_BRANCHES = 8

/**
 * Branches of a statement that read each merchant by itself, through an index that starts with the merchant. `branch` gets the
 * condition on its `column`. Many merchants share one branch, which runs once for each that has an account: Citus evaluates a
 * lateral subquery with a limit only beside rows of the same shard. `times` is how often the branches are repeated.
 */
export function perMerchant(
  merchantNos: readonly string[] | 'all',
  column: Sql,
  branch: (ofMerchant: Sql) => Sql,
  times = 1,
): Sql[] {
  if (merchantNos === 'all') return [branch(sql`true`)]
  if (merchantNos.length === 1 || merchantNos.length * times <= MAX_BRANCHES) {
    return merchantNos.map((no) => branch(sql`${column} = ${no}`))
  }
  return [
    sql`
      select one.*
        from (select distinct merchant_no from account where merchant_no = any (${merchantNos}::text[])) shop
       cross join lateral (${branch(sql`${column} = shop.merchant_no`)}) one`,
  ]
}
