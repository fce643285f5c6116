import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import type { Draft } from '../filters/listFilter.ts'
import type { ListWords } from '../listWords.ts'
import type { Chosen } from '../selection/selection.ts'

/** A file made by the gateway, or here of the rows that can be read. */
export type ExportRequest =
  | { readonly by: 'gateway'; readonly query: ExportQuery }
  | {
      readonly by: 'console'
      readonly draft: Pick<Draft, 'filter' | 'sort'>
      readonly chosen: Chosen<ListedRow>
      readonly isSelection: boolean
      readonly words: ListWords
    }
