import type { UndoEntry } from '#commands/appScope.ts'
import { createValue } from '../../state/atoms.ts'
import { isFlag, isListOf, isMapOf, isNumber, isShapeOf, isText } from '../../state/storedShapes.ts'
import { type Arrangement, DEFAULT_ARRANGEMENT, isColumnVisible, orderColumnIds } from '../../table/columns.ts'
import type { ListColumn } from '../list.ts'
import type { ListCore } from '../listCore.ts'

export const isArrangement = isShapeOf<Arrangement>({
  sizes: isMapOf(isNumber),
  order: isListOf(isText),
  shown: isMapOf(isFlag),
})

/**
 * The column layout of an open list. A view saved with columns has them in the address. Changes made there stay in the
 * address and do not affect the user's own layout.
 */
export function createColumnLayout({ list, console, query, navigate, handles }: ListCore) {
  const { atoms, store, undo } = console
  /** The user's layout of the list, used unless the address has one. */
  const stored = store.own(`columns.${list.id}`, isArrangement)
  const own = () => stored.get() ?? DEFAULT_ARRANGEMENT
  const arrangement = createValue(atoms, currentLayout())
  /** Columns that are shown by default but do not fit into the window. */
  const unfit = createValue<readonly string[]>(atoms, [])
  /** Columns that are shown by default but hidden while no row has a value. */
  const empty = createValue<readonly string[]>(atoms, [])

  function currentLayout(): Arrangement {
    const { cols } = query()
    if (cols === null) return own()
    const shown = Object.fromEntries(list.columns.map(({ id }) => [id, cols.includes(id)]))
    return { sizes: own().sizes, order: cols, shown }
  }
  function idsOf({ order, shown }: Arrangement): string[] {
    const byId = new Map(list.columns.map((column) => [column.id, column]))
    return orderColumnIds([...byId.keys()], order).filter((id) => isColumnVisible(byId.get(id)!, shown))
  }
  function applyLayout(next: Arrangement) {
    if (query().cols === null) stored.set(next)
    else {
      stored.set({ ...own(), sizes: next.sizes })
      navigate({ cols: idsOf(next) }, 'replace')
    }
    arrangement.set(next)
  }

  return {
    arrangement,
    unfit,
    empty,
    isVisible: ({ id, isHidden }: Pick<ListColumn, 'id' | 'isHidden'>, { shown }: Arrangement) =>
      isColumnVisible({ id, isHidden: isHidden || unfit.get().includes(id) || empty.get().includes(id) }, shown),
    /** Applies a layout with an undo entry, merged with those of the same group. */
    arrange(next: Arrangement, group?: UndoEntry['group']) {
      const before = arrangement.get()
      applyLayout(next)
      undo.push({
        label: ['undo.columns'],
        undo: () => applyLayout(before),
        redo: () => applyLayout(next),
        owner: handles,
        ...(group === undefined ? {} : { group }),
      })
    },
    syncWithAddress() {
      const next = currentLayout()
      if (idsOf(next).join() !== idsOf(arrangement.get()).join()) arrangement.set(next)
    },
  }
}
