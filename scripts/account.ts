import { systemClock as clock } from '../server/clock.ts'
import type { Database } from '../server/db/database.ts'
import { migrateAll, runMaintenance } from '../server/maintenance.ts'
import { changePermissions, parsePermissionArguments } from '../server/merchants/changePermissions.ts'
import { ACCOUNT_HELP, createAccount, parseAccountArguments } from '../server/merchants/createAccount.ts'
import { hiddenAnswers } from './hiddenAnswers.ts'

const args = process.argv.slice(2)
if (args.length === 0 || args.includes('--help')) console.log(ACCOUNT_HELP)
else process.exitCode = await run()

function run(): Promise<0 | 1> {
  return runMaintenance(
    process.env,
    async (db, _, print) => {
      const perform = taskOf(args)
      await migrateAll(db)
      for (const line of await perform(db)) print(line)
    },
    { print: console.log, printError: console.error, clock },
  )
}

/** What the arguments ask for; it returns the lines to print. Throws a ConfigError that says what is wrong with them. */
function taskOf(args: readonly string[]): (db: Database) => Promise<readonly string[]> {
  const change = parsePermissionArguments(args)
  if (change !== null) return (db) => changePermissions(db, change, clock)
  const account = parseAccountArguments(args)
  return async (db) => createAccount(db, account, await askPassword(), clock)
}

/** Reads a password without showing it; empty without a terminal. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const { ask, close } = hiddenAnswers()
  try {
    return await ask('Password (empty: generate one): ')
  } finally {
    close()
  }
}
