import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { precompress } from '../../scripts/precompress.ts'
import { listenOnLoopback } from '../../tests/loopback.ts'
import { createBareProxy } from '../bareProxy.ts'

const root = join(import.meta.dirname, 'pages')

/** The list of payins in another framework. */
export interface PeerPage {
  readonly name: string
  /** The script in `pages/`. */
  readonly script: string
  /** The package it is made with. */
  readonly made: string
}

export const peerPages: readonly PeerPage[] = [
  { name: 'AG Grid in React', script: 'agGrid.jsx', made: 'ag-grid-react' },
  { name: 'react-admin', script: 'reactAdmin.jsx', made: 'react-admin' },
  { name: 'refine with antd', script: 'refine.jsx', made: '@refinedev/antd' },
  { name: 'antd-pro, ProTable', script: 'proTable.jsx', made: '@ant-design/pro-components' },
]

export const isPageInstalled = ({ made }: PeerPage): boolean => existsSync(join(root, 'node_modules', made, 'package.json'))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

export interface ServedPage {
  address: string
  close(): Promise<void>
}

/**
 * Builds the page for production and serves it compressed, with the cache headers of the console; calls are passed on to the
 * gateway.
 */
export async function servePage({ script }: PeerPage, gateway: string): Promise<ServedPage> {
  const files = await buildPage(script)
  const proxy = createBareProxy(gateway)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, gateway)
    if (pathname.startsWith('/api/')) return void proxy.emit('request', request, response)
    const name = files.has(pathname) ? pathname : '/index.html'
    const content = files.get(name)!
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'content-length': content.length,
      'cache-control': name === '/index.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
    })
    response.end(content)
  })
  const { port, close } = await listenOnLoopback(server)
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      await close()
      proxy.emit('close')
    },
  }
}

const COMPRESSED = '.br'

/** The compressed files of the build by their paths. */
async function buildPage(script: string): Promise<Map<string, Buffer>> {
  const outDir = mkdtempSync(join(tmpdir(), 'paydesk-bench-peer-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [{ name: 'page', transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/PAGE', `/${script}`) } }],
      build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
    })
    precompress(outDir)
    const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(COMPRESSED))
    return new Map(names.map((name) => [`/${name.slice(0, -COMPRESSED.length)}`, readFileSync(join(outDir, name))]))
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
