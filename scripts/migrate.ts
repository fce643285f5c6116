import { systemClock as clock } from '../server/clock.ts'
import { migrateOnly, runMaintenance } from '../server/maintenance.ts'

process.exitCode = await runMaintenance(process.env, migrateOnly, { print: console.log, printError: console.error, clock })
