import type { DashboardScope } from '#commands/scope.ts'

const ITEM = '[data-focus-item]'
const GROUP = '[data-focus-group]'

/** Groups that are the rows of one picture. */
const GRID = '[data-focus-grid]'

const INPUT = ['keydown', 'pointerdown'] as const

/** Roving focus over figures in groups: each group has one tab stop, or each grid of groups, and the keys move from there. */
export function createFocusNavigation(root: HTMLElement) {
  const groups = () => [...root.querySelectorAll<HTMLElement>(GROUP)].filter((group) => group.querySelector(ITEM) !== null)
  const itemsIn = (group: Element) => [...group.querySelectorAll<HTMLElement>(ITEM)]
  /** The last focus position, to restore it when its element is replaced. */
  let last: { element: HTMLElement; group: number; index: number } | null = null
  const tabStops = new WeakMap<Element, HTMLElement>()

  function currentPosition() {
    const element = document.activeElement?.closest<HTMLElement>(ITEM)
    const group = element?.closest<HTMLElement>(GROUP)
    if (element == null || group == null || !root.contains(group)) return null
    return { element, group: groups().indexOf(group), index: itemsIn(group).indexOf(element) }
  }

  /** The group, or the grid that it is a row of. */
  const stopOf = (group: Element) => group.closest(GRID) ?? group

  function updateTabStops() {
    for (const stop of new Set(groups().map(stopOf))) {
      const items = itemsIn(stop)
      const known = tabStops.get(stop)
      const tabStop = known !== undefined && items.includes(known) ? known : items[0]
      for (const one of items) one.tabIndex = one === tabStop ? 0 : -1
    }
  }

  function focusAt(group: number, index: number | 'last') {
    const found = groups()[group]
    if (found === undefined) return
    const items = itemsIn(found)
    items.at(index === 'last' ? -1 : Math.min(index, items.length - 1))?.focus()
  }

  function move(to: Parameters<DashboardScope['move']>[0]) {
    const from = currentPosition()
    if (from === null) return focusAt(0, 0)
    const { group, index } = from
    const step = to === 'next' || to === 'down' ? 1 : -1
    const current = groups()[group] as HTMLElement
    // Up and down stay within a column.
    const isAlong = to === 'next' || to === 'prev' || current.dataset.focusGroup === 'column'
    const isInside = isAlong && index + step >= 0 && index + step < itemsIn(current).length
    if (isInside) return focusAt(group, index + step)
    if (group + step < 0) return
    focusAt(group + step, !isAlong || current.dataset.focusGroup === 'column' ? index : step > 0 ? 0 : 'last')
  }

  /** The link that was followed from here: Back focuses it again, once it is there and unless a key or a click comes first. */
  let followed: unknown = history.state?.followed
  const forget = () => {
    if (followed !== undefined) history.replaceState(null, '')
    followed = undefined
  }
  function restoreFollowed() {
    const link =
      followed === undefined
        ? undefined
        : groups()
            .flatMap(itemsIn)
            .find((item) => item.getAttribute('href') === followed)
    if (link === undefined) return
    forget()
    link.focus()
  }
  function onClick({ target }: MouseEvent) {
    const href = (target as Element).closest(ITEM)?.getAttribute('href')
    if (href != null) history.replaceState({ followed: href }, '')
  }

  function onFocus() {
    const found = currentPosition()
    if (found === null) return
    last = found
    tabStops.set(stopOf(groups()[found.group] as HTMLElement), found.element)
    updateTabStops()
  }

  const observer = new MutationObserver(() => {
    updateTabStops()
    restoreFollowed()
    const isLost = last !== null && !last.element.isConnected && document.activeElement === document.body
    if (!isLost || last === null) return
    const { group, index } = last
    const before = document.activeElement
    focusAt(Math.min(group, groups().length - 1), index)
    if (document.activeElement === before) root.focus()
  })
  observer.observe(root, { childList: true, subtree: true })
  root.addEventListener('focusin', onFocus)
  root.addEventListener('click', onClick)
  for (const type of INPUT) document.addEventListener(type, forget, { capture: true, once: true })
  updateTabStops()
  return {
    move,
    /** Focuses the first item within the element. */
    enter: (part: Element | null) => part?.querySelector<HTMLElement>(ITEM)?.focus(),
    stop() {
      observer.disconnect()
      root.removeEventListener('focusin', onFocus)
      root.removeEventListener('click', onClick)
      for (const type of INPUT) document.removeEventListener(type, forget, { capture: true })
    },
  }
}
