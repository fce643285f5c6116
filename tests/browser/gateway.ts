import { main } from '../../server/main.ts'

// Whoever started it may be killed, and nobody else would end it.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()

// Not the usual build: that one may be in use by a gateway that somebody works with.
await main(process.env, { dist: process.argv[2] ?? '' })
