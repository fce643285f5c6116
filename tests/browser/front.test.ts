import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, inject, onTestFinished } from 'vitest'
import { openFront } from '../upstream.ts'
import { listReady, test } from './app.ts'

/** A way to the gateway at the address that can be interrupted. */
async function openRelay(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const passed = connect(Number(port), hostname)
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
  return {
    address: `http://127.0.0.1:${own}`,
    restore: () => listen(own),
    async interrupt() {
      server.close()
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
}

test('While the gateway behind a front is away, the console says so, keeps its rows and goes on by itself', async ({
  open,
}) => {
  const relay = await openRelay(inject('console'))
  const front = await openFront(relay.address, { dist: inject('dist'), limits: { checkEveryMs: 500 } })
  onTestFinished(async () => {
    await front.close()
    await relay.interrupt()
  })
  const app = await open({ as: 'merchant', home: front.address })
  const { page, context, press } = app
  await listReady(app)
  const offline = page.getByRole('contentinfo').getByRole('status').filter({ hasText: 'Connection lost' })
  const first = page.getByRole('row').nth(1)
  const before = await first.innerText()

  await relay.interrupt()
  await press('r')
  await offline.waitFor()
  expect(await first.innerText()).toBe(before)
  await press('g o')
  await page.getByText('GATEWAY_UNREACHABLE').first().waitFor()

  const other = await context.newPage()
  onTestFinished(() => other.close())
  await other.goto(`${front.address}/docs/`)
  expect(await other.getByRole('heading').innerText()).toBe('The gateway does not answer')
  expect(await other.evaluate(() => getComputedStyle(document.body).display)).toBe('grid')

  await relay.restore()
  await offline.waitFor({ state: 'detached' })
  await other.getByRole('link', { name: 'Try again' }).click()
  await other.getByRole('heading', { name: 'Signing' }).waitFor()
  await listReady(app)
})
