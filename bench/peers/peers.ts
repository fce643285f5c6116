import type { Page } from 'playwright-core'
import type { GridPlan } from '../bareGrid.ts'
import { hasAgGrid, layAgGrid } from './agGrid.ts'
import { isInstalled, layBundled } from './bundled.ts'

/** Another grid, given as many rows of the same texts. */
export interface Peer {
  readonly name: string
  /** Whether it takes its rows as they are needed; what takes all of them at once cannot hold ten million. */
  readonly isLazy: boolean
  isHere(): boolean
  lay(page: Page, plan: GridPlan): Promise<void>
}

export const peers: readonly Peer[] = [
  { name: 'AG Grid community', isLazy: true, isHere: hasAgGrid, lay: layAgGrid },
  {
    name: 'Glide Data Grid, a canvas',
    isLazy: true,
    isHere: () => isInstalled('@glideapps/glide-data-grid'),
    lay: (page, plan) => layBundled(page, plan, 'glide.js'),
  },
  {
    name: 'antd Table, virtual',
    isLazy: false,
    isHere: () => isInstalled('antd'),
    lay: (page, plan) => layBundled(page, plan, 'antd.js'),
  },
]
