import { openDatabase } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'

/** Opens the database in the folder and inserts rows until it is killed. Prints each number after its commit. */
const [dir = '', from = '0'] = process.argv.slice(2)
const db = await openDatabase({ dir })
await db.script('create table if not exists kept (n bigint primary key)')
process.stdout.write('open\n')
for (let n = Number(from); ; n++) {
  await db.tx((tx) => tx.run(sql`insert into kept (n) values (${n})`))
  process.stdout.write(`${n}\n`)
}
