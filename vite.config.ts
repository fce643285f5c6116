import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { chunks } from './scripts/chunks.ts'
import { compileHints } from './scripts/compileHints.ts'
import { inlineTokens } from './scripts/inlineTokens.ts'
import { shortClassNames } from './scripts/shortClassNames.ts'
import { LongestFirst } from './tests/longestFirst.ts'

/** A test file keeps half a core busy: it waits for its database and its timers. More workers than cores use that time. */
const WORKERS = availableParallelism() + 2
/** A browser keeps more than one core busy. */
const BROWSERS = availableParallelism() + 1

const GATEWAY_TESTS = ['tests/{server,rights,journeys,foreign,browser}/**']

const dom = {
  environment: 'jsdom',
  setupFiles: ['tests/setup.dom.ts'],
  // All but intervals. jsdom draws frames by one; started on a fake clock it never ends, and no later file gets a frame.
  fakeTimers: {
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance', 'requestAnimationFrame', 'cancelAnimationFrame'],
  },
} satisfies TestUserConfig

const gateway = `http://127.0.0.1:${process.env.PORT ?? 4180}`

/** Hashes do not compress: one character less than usual is 0.2 kB of the first list. The gateway knows their length. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

export default defineConfig(({ command }) => ({
  plugins: [react(), inlineTokens(), compileHints()],
  build: {
    target: 'es2023',
    // Running gateways and open consoles load files of the last build. `precompress` removes those of earlier ones.
    emptyOutDir: false,
    sourcemap: true,
    // All browsers of the build target support it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks }, ...fileNames } },
  },
  // The reconciliation's worker loads the reader of Excel files late.
  worker: { format: 'es' as const, rolldownOptions: { output: fileNames } },
  css: { modules: { ...(command === 'build' && { generateScopedName: shortClassNames() }) } },
  resolve: { alias: { '@radix-ui/react-dialog': new URL('scripts/noRadixDialog.ts', import.meta.url).pathname } },
  // `npm run dev`: hot reload for the console, with the real gateway behind it.
  server: { proxy: { '/api': gateway, '/openapi': gateway, '/docs': gateway } },
  test: {
    // A file starts with the modules that earlier files of its worker have loaded, and with an empty window.
    isolate: false,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // `npm run test:unit`: folders whose tests need no gateway, no database and no browser.
      {
        extends: true,
        test: { name: 'unit', include: ['tests/*/**/*.test.ts'], exclude: GATEWAY_TESTS },
      },
      {
        extends: true,
        test: { ...dom, name: 'dom', include: ['tests/*/**/*.test.tsx'], exclude: GATEWAY_TESTS },
      },
      {
        extends: true,
        test: {
          name: 'node',
          globalSetup: ['tests/databases.setup.ts', 'tests/cluster/citus.setup.ts'],
          include: ['tests/*.test.ts', 'tests/{server,rights,foreign}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        // Production React, as users run it: its checks for developers take a seventh of a journey. The `dom` tests have them.
        oxc: { jsx: { development: false } },
        test: {
          ...dom,
          name: 'journeys',
          env: { NODE_ENV: 'production' },
          globalSetup: ['tests/databases.setup.ts'],
          include: ['tests/{journeys,rights,foreign}/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/databases.setup.ts', 'tests/browser/build.ts'],
          // After the other projects: browsers leave little capacity for anything else. The files share their browsers.
          sequence: { groupOrder: 1 },
          maxWorkers: BROWSERS,
          // Tolerates other load on the machine.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
}))
