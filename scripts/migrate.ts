import { systemClock as clock } from '../server/clock.ts'
import { migrateOnly, runMaintenance } from '../server/maintenance.ts'

process.exitCode = await runMaintenance(process.env, migrateOnly, { say: console.log, complain: console.error, clock })
