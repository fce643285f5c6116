import { systemClock as clock } from '../server/clock.ts'
import { distributeOnly, runMaintenance } from '../server/maintenance.ts'

process.exitCode = await runMaintenance(process.env, distributeOnly, { print: console.log, printError: console.error, clock })
