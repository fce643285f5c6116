import { systemClock as clock } from '../server/clock.ts'
import { migrateAll, runMaintenance } from '../server/maintenance.ts'
import { ACCOUNT_HELP, createAccount, parseAccountArguments } from '../server/merchants/createAccount.ts'
import { hiddenAnswers } from './hiddenAnswers.ts'

const args = process.argv.slice(2)
if (args.length === 0 || args.includes('--help')) console.log(ACCOUNT_HELP)
else process.exitCode = await run()

function run(): Promise<0 | 1> {
  return runMaintenance(
    process.env,
    async (db, _, print) => {
      const account = parseAccountArguments(args)
      await migrateAll(db)
      for (const line of await createAccount(db, account, await askPassword(), clock)) print(line)
    },
    { print: console.log, printError: console.error, clock },
  )
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
