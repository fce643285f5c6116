import { useSyncExternalStore } from 'react'
import { createGuestValue } from './value.ts'

/** An address of the console: the part behind the hash. */
export interface Address {
  path: string
  query: URLSearchParams
}

/** Parses `/transaction/payin?status=SUCCESS`. */
export function parseAddress(target: string): Address {
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  return { path: path === '' ? '/' : path, query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)) }
}

/** Formats an address; an empty query leaves no question mark. */
export function formatAddress(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

export type HashLocation = ReturnType<typeof createHashLocation>

/** Marks a link that loses no input: following it asks nothing. */
export const NO_LEAVE_PROMPT = { 'data-keeps': '' } as const

/** How an address follows the one before it, if not as a new one. */
type Step = 'replace' | 'back'

const MOST_VISITED = 50

/** The current page, in the hash. The query is inside the hash, so that it survives a reload and a redirect. */
export function createHashLocation(window: Window) {
  const current = () => window.location.hash.replace(/^#/, '') || '/'
  /** The last addresses, one for each visit of a screen, the current one last. */
  const visited = createGuestValue<readonly string[]>([current()])
  const previous = () => visited.get().at(-2) ?? null
  function changed(step?: Step) {
    const trail = visited.get()
    const kept = step === 'back' ? trail.slice(0, -2) : step === 'replace' ? trail.slice(0, -1) : trail
    const isHere = kept.length > 0 && parseAddress(kept.at(-1)!).path === parseAddress(current()).path
    visited.set([...(isHere ? kept.slice(0, -1) : kept), current()].slice(-MOST_VISITED))
  }
  let held: { at: string; ask: (leave: () => void) => void } | null = null

  const isAway = (target: string): boolean => held !== null && parseAddress(target).path !== parseAddress(held.at).path

  const go = (target: string, { replace = false } = {}) => take(target, replace ? 'replace' : undefined)

  function take(target: string, step?: Step) {
    // A replaced address is the console's own navigation: the session ended, or a route was redirected.
    if (step !== 'replace' && held !== null && isAway(target)) return held.ask(() => leaveTo(target, step))
    if (held !== null) held.at = target
    window.history[step === 'replace' ? 'replaceState' : 'pushState'](null, '', `#${target}`)
    changed(step)
  }

  function leaveTo(target: string, step?: Step) {
    held = null
    take(target, step)
  }

  /** Back, or a typed address. The browser has navigated already, so go forward again until the question is answered. */
  function moved() {
    const target = current()
    if (held === null || !isAway(target)) return changed()
    window.history.pushState(null, '', `#${held.at}`)
    held.ask(() => leaveTo(target))
  }

  function clicked(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link === null || held === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    if (link.hasAttribute('data-keeps')) {
      held = null
      return
    }
    event.preventDefault()
    go(link.getAttribute('href')?.slice(1) ?? '/')
  }

  window.addEventListener('hashchange', moved)
  window.addEventListener('popstate', moved)
  window.addEventListener('click', clicked, true)
  return {
    /** Path with query: `/transaction/payin?status=SUCCESS`. */
    current,
    /** The address of the screen before this one; null when the console was opened here. */
    previous,
    go,
    /** Goes to the screen before this one, else to the start page. */
    leave: () => take(previous() ?? '/', 'back'),
    /** Blocks leaving this page: `ask` gets the function that leaves. Returns the function that unblocks. */
    block(ask: (leave: () => void) => void) {
      const mine = { at: current(), ask }
      held = mine
      return () => {
        if (held === mine) held = null
      }
    },
    back: () => window.history.back(),
    /** The full URL of an address, to copy or to open in another tab. */
    linkTo: (target: string) => `${window.location.href.split('#')[0]}#${target}`,
    subscribe: visited.subscribe,
  }
}

/** The current address as text; the component renders again when it changes. */
export const useAddress = (location: HashLocation): string => useSyncExternalStore(location.subscribe, location.current)
