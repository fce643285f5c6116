import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One address for several servers, as a load balancer or a virtual IP gives them. Its connections end when it leads elsewhere. */
export class DatabaseProxy {
  readonly #server = createServer((client) => this.#relay(client))
  readonly #sockets = new Set<Socket>()
  readonly #target: URL

  private constructor(url: string) {
    this.#target = new URL(url)
  }

  static async start(url: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(url)
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  /** The URL of the database by this address. */
  get url(): string {
    const url = new URL(this.#target)
    url.port = String((this.#server.address() as AddressInfo).port)
    return url.href
  }

  leadTo(server: string): void {
    this.#target.port = new URL(server).port
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #relay(client: Socket): void {
    const server = connect(Number(this.#target.port), '127.0.0.1')
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }
}
