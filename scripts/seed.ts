import { systemClock as clock } from '../server/clock.ts'
import { maintain, seedOnly } from '../server/maintenance.ts'

process.exitCode = await maintain(process.env, seedOnly, { say: console.log, complain: console.error, clock })
