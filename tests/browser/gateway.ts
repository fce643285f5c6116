import { main } from '../../server/main.ts'

// Ends with the parent process, even if that is killed.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()

// A build of its own: the usual build may be in use by a running gateway.
await main(process.env, { dist: process.argv[2] ?? '' })
