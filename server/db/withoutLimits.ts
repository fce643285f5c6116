import type pg from 'pg'
import { checkOut } from './connection.ts'
import { ROLLBACK_MS, SERVER_LIMITS } from './poolSettings.ts'
import { type Queries, queries } from './queries.ts'
import { statement } from './sql.ts'

/** Runs statements of a library on one connection without time limits, which then has those of the pool again. */
export async function withoutLimits<Result>(
  pool: pg.Pool,
  engine: 'embedded' | 'postgres',
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const connection = await checkOut(pool, true)
  const limitTo = (value: '0' | 'default') =>
    engine === 'embedded' ? '' : SERVER_LIMITS.map((name) => `set ${name} to ${value};`).join('')
  let isOver = false
  let last: Promise<unknown> = Promise.resolve()
  /** One at a time, as the driver asks for. */
  const use = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(() => {
      if (isOver) throw new Error('The connection was returned.')
      return ask()
    })
    last = answer.catch(() => {})
    return answer
  }
  try {
    await connection.script({ text: limitTo('0') })
    return await work(
      queries(
        (query) => use(() => connection.ask(statement(query))),
        (query) => use(() => connection.script(query)),
      ),
    )
  } finally {
    await last
    isOver = true
    // A failed statement leaves a transaction of the library open. The default is what the pool asked for.
    if (!connection.isLost) await connection.script({ text: `rollback;${limitTo('default')}` }, ROLLBACK_MS).catch(() => {})
    connection.release()
  }
}
