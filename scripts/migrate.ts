import { systemClock as clock } from '../server/clock.ts'
import { maintain, migrateOnly } from '../server/maintenance.ts'

process.exitCode = await maintain(process.env, migrateOnly, { say: console.log, complain: console.error, clock })
