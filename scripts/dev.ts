import { createServer } from 'vite'
import { main } from '../server/main.ts'

// Runs the real gateway in this process, and a console with hot reload in front of it.
const port = Number(process.env.PORT ?? 4180)
void main({ ...process.env, PORT: String(port) })
const vite = await createServer({ server: { port: port + 1, host: '127.0.0.1' } })
await vite.listen()
vite.printUrls()
