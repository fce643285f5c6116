import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitForAddress } from '../tests/gatewayAddress.ts'
import type { Memory } from './memoryProbe.ts'

const MAIN = new URL('../server/main.ts', import.meta.url).pathname
const MEMORY_PROBE = new URL('memoryProbe.ts', import.meta.url).href

/** A gateway in a child process on a free loopback port. */
export interface GatewayProcess {
  address: string
  pid: number
  /** Everything that it wrote to its error output. */
  errors(): string
  /** Whether it has ended by itself. */
  hasEnded(): boolean
  /** Memory in bytes after a garbage collection. */
  memory(): Promise<Memory>
  kill(): Promise<void>
}

/** Starts a gateway with these settings, by the usual script or by `program`. It ends with this process, however that ends. */
export async function startGateway(
  settings: Record<string, string>,
  { nodeArgs = [], program = [MAIN] }: { nodeArgs?: readonly string[]; program?: readonly string[] } = {},
): Promise<GatewayProcess> {
  const env = { PATH: process.env.PATH, PORT: '0', SEED: 'none', METRICS: 'on', RATE_LIMIT: '1000000', ...settings }
  const args = [...nodeArgs, '--expose-gc', '--import', MEMORY_PROBE, ...program]
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] })
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const kill = async () => {
    if (hasEnded()) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  const address = await waitForAddress(child).catch((cause) => {
    throw new Error(`The gateway did not start: ${errors}`, { cause })
  })
  return { address, pid: child.pid!, errors: () => errors, hasEnded, memory: () => memoryOf(child), kill }
}

async function memoryOf(child: ChildProcess): Promise<Memory> {
  child.send('memory')
  const [usage] = (await once(child, 'message')) as [Memory]
  return usage
}
