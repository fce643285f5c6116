import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import type { GridPlan } from '../bareGrid.ts'

const folder = import.meta.dirname
/** Whether the package is installed here; none of them is a dependency of the console. */
export const isInstalled = (name: string): boolean => existsSync(join(folder, 'node_modules', name, 'package.json'))

/** Puts a peer into an empty page: the script of this folder that knows it, with all it needs, as it is shipped. */
export async function layBundled(page: Page, plan: GridPlan, script: string): Promise<void> {
  const [built] = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: join(folder, script), formats: ['iife'], name: 'peer' } },
  })) as Rolldown.RolldownOutput[]
  for (const file of built!.output) {
    if (file.type === 'chunk') await page.addScriptTag({ content: file.code })
    else await page.addStyleTag({ content: String(file.source) })
  }
  await page.evaluate((plan) => (globalThis as unknown as { layPeer(plan: GridPlan): Promise<void> }).layPeer(plan), plan)
}
