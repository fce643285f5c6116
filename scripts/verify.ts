import { systemClock as clock } from '../server/clock.ts'
import { runMaintenance, verifyOnly } from '../server/maintenance.ts'

process.exitCode = await runMaintenance(process.env, verifyOnly, {
  print: console.log,
  printError: console.error,
  clock,
  onlyReads: true,
})
