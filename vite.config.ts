import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunks } from './scripts/chunks.ts'
import { precompress } from './scripts/precompress.ts'

/**
 * A file keeps one core busy at a time: its page, its gateway and its database take turns. The runner itself has next to
 * nothing to do meanwhile, yet would keep a core free, and on a machine of two that is half of it.
 */
const WORKERS = availableParallelism()

const gateway = `http://127.0.0.1:${process.env.PORT ?? 4180}`

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    target: 'es2023',
    sourcemap: true,
    // A browser of that age knows it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  resolve: { alias: { '@radix-ui/react-dialog': new URL('scripts/noRadixDialog.ts', import.meta.url).pathname } },
  // `npm run dev`: the console reloads as you write, the gateway behind it is the real one.
  server: { proxy: { '/api': gateway, '/openapi': gateway, '/docs': gateway } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          maxWorkers: WORKERS,
          globalSetup: ['tests/databases.setup.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          maxWorkers: WORKERS,
          // A journey goes faster than a hand, and asks now and then between two moments that nobody could tell apart.
          retry: 1,
          globalSetup: ['tests/databases.setup.ts'],
          include: ['tests/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/setup.dom.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // A page has been seen to hang while it was loaded, once in several runs, for a reason that is not known; the next try
          // has another one.
          retry: 1,
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/browser/build.ts'],
          // After all others: two browsers at work leave a machine little for anything else. Files share theirs.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          isolate: false,
          // A machine that does other things at the same time must not make a test fail.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
