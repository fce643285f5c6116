import { openDatabase } from '../../server/db/database.ts'

/** Opens the database in the folder and keeps it open until it is killed. */
await openDatabase({ dir: process.argv[2]! })
process.stdout.write('open\n')
