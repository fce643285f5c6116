import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { systemClock as clock } from '../server/clock.ts'
import { migrateAll, runMaintenance } from '../server/maintenance.ts'
import { ACCOUNT_HELP, createAccount, parseAccountArguments } from '../server/merchants/createAccount.ts'

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
  process.stdout.write('Password (empty: generate one): ')
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}
