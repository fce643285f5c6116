import type { DashboardScope } from '#commands/scope.ts'

const STOP = '[data-stop]'
const GROUP = '[data-walk]'

/** The way of the focus over figures that stand in groups: one of each group is reached by Tab, the others from it. */
export interface Walk {
  move: DashboardScope['move']
  /** To the first figure of the groups within. */
  enter(part: Element | null): void
  stop(): void
}

export function createWalk(root: HTMLElement): Walk {
  const groups = () => [...root.querySelectorAll<HTMLElement>(GROUP)].filter((group) => group.querySelector(STOP) !== null)
  const stopsIn = (group: Element) => [...group.querySelectorAll<HTMLElement>(STOP)]
  /** Where the focus was last, so that it goes on from there when what had it is drawn anew. */
  let last: { element: HTMLElement; group: number; place: number } | null = null
  const entrances = new WeakMap<Element, HTMLElement>()

  function here() {
    const element = document.activeElement?.closest<HTMLElement>(STOP)
    const group = element?.closest<HTMLElement>(GROUP)
    if (element == null || group == null || !root.contains(group)) return null
    return { element, group: groups().indexOf(group), place: stopsIn(group).indexOf(element) }
  }

  function tabbable() {
    for (const group of groups()) {
      const stops = stopsIn(group)
      const known = entrances.get(group)
      const entrance = known !== undefined && stops.includes(known) ? known : stops[0]
      for (const one of stops) one.tabIndex = one === entrance ? 0 : -1
    }
  }

  function focusAt(group: number, place: number | 'last') {
    const found = groups()[group]
    if (found === undefined) return
    const stops = stopsIn(found)
    stops.at(place === 'last' ? -1 : Math.min(place, stops.length - 1))?.focus()
  }

  function move(to: Parameters<Walk['move']>[0]) {
    const from = here()
    if (from === null) return focusAt(0, 0)
    const { group, place } = from
    const step = to === 'next' || to === 'down' ? 1 : -1
    const stands = groups()[group] as HTMLElement
    // Up and down stay in what is written as a column.
    const isAlong = to === 'next' || to === 'prev' || stands.dataset.walk === 'column'
    const isInside = isAlong && place + step >= 0 && place + step < stopsIn(stands).length
    if (isInside) return focusAt(group, place + step)
    if (group + step < 0) return
    focusAt(group + step, !isAlong || stands.dataset.walk === 'column' ? place : step > 0 ? 0 : 'last')
  }

  function onFocus() {
    const found = here()
    if (found === null) return
    last = found
    entrances.set(groups()[found.group] as HTMLElement, found.element)
    tabbable()
  }

  const watching = new MutationObserver(() => {
    tabbable()
    const isLost = last !== null && !last.element.isConnected && document.activeElement === document.body
    if (!isLost || last === null) return
    const { group, place } = last
    const before = document.activeElement
    focusAt(Math.min(group, groups().length - 1), place)
    if (document.activeElement === before) root.focus()
  })
  watching.observe(root, { childList: true, subtree: true })
  root.addEventListener('focusin', onFocus)
  tabbable()
  return {
    move,
    enter: (part) => part?.querySelector<HTMLElement>(STOP)?.focus(),
    stop() {
      watching.disconnect()
      root.removeEventListener('focusin', onFocus)
    },
  }
}
