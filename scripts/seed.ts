import { systemClock as clock } from '../server/clock.ts'
import { runMaintenance, seedOnly } from '../server/maintenance.ts'

process.exitCode = await runMaintenance(process.env, seedOnly, { print: console.log, printError: console.error, clock })
