import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunks } from './scripts/chunks.ts'
import { inlineTokens } from './scripts/inlineTokens.ts'
import { precompress } from './scripts/precompress.ts'
import { shortClassNames } from './scripts/shortClassNames.ts'

/**
 * A test file keeps one core busy: its page, gateway and database take turns. The runner is nearly idle meanwhile, but by
 * default reserves a core, which is half of a machine with two.
 */
const WORKERS = availableParallelism()

const gateway = `http://127.0.0.1:${process.env.PORT ?? 4180}`

export default defineConfig(({ command }) => ({
  plugins: [react(), inlineTokens(), precompress()],
  build: {
    target: 'es2023',
    sourcemap: true,
    // All browsers of the build target support it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  css: { modules: { ...(command === 'build' && { generateScopedName: shortClassNames() }) } },
  resolve: { alias: { '@radix-ui/react-dialog': new URL('scripts/noRadixDialog.ts', import.meta.url).pathname } },
  // `npm run dev`: hot reload for the console, with the real gateway behind it.
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
          // Journeys type faster than a user, and sometimes check between two states that no user could tell apart.
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
          // A page load occasionally hangs, once in several runs, for an unknown reason; a retry gets a new page.
          retry: 1,
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/browser/build.ts'],
          // After the other projects: two browsers leave little capacity for anything else. The files share their browsers.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          isolate: false,
          // Tolerates other load on the machine.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
}))
