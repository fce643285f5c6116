import { Agent, createServer, request as requestHttp, type Server } from 'node:http'
import { pipeline } from 'node:stream'

/** A proxy without any rule: both bodies piped, connections to the gateway kept. */
export function createBareProxy(gateway: string): Server {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port, host } = new URL(gateway)
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    const passed = requestHttp({ agent, hostname, port, method, path, headers: { ...headers, host } }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers)
      pipeline(reply, response, () => {})
    })
    passed.on('error', () => response.destroy())
    pipeline(request, passed, () => {})
  })
  server.on('close', () => agent.destroy())
  return server
}
