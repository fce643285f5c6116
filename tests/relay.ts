import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server on loopback: it can be interrupted, and lead to another server, as a load balancer or a virtual IP does. */
export type Relay = Awaited<ReturnType<typeof openRelay>>

/** Opens a way to the server of the URL. */
export async function openRelay(target: string) {
  const sockets = new Set<Socket>()
  let { port } = new URL(target)
  const server = createServer((socket) => {
    const passed = connect(Number(port), '127.0.0.1')
    for (const one of [socket, passed]) {
      sockets.add(one)
      one.on('error', () => one.destroy()).once('close', () => sockets.delete(one))
    }
    socket.once('close', () => passed.destroy())
    passed.once('close', () => socket.destroy())
    socket.pipe(passed).pipe(socket)
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as { port: number }).port
  }
  const own = await listen(0)
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(own)
  const endConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    /** The URL by this way. */
    url: url.href,
    /** Leads to the server of another URL, and ends all connections. */
    leadTo(other: string) {
      port = new URL(other).port
      endConnections()
    },
    restore: () => listen(own),
    async interrupt() {
      server.close()
      endConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}
