import { useSyncExternalStore } from 'react'

/** An address of the console: what stands behind the hash. */
export interface Address {
  path: string
  query: URLSearchParams
}

/** Splits `/transaction/payin?status=SUCCESS`. */
export function addressOf(target: string): Address {
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  return { path: path === '' ? '/' : path, query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)) }
}

/** Puts an address together again; an empty query leaves no question mark. */
export function targetOf(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The page the console is on, in the hash. The query stays inside it, so that a reload and a redirect keep it. */
export interface HashLocation {
  /** Path with query: `/transaction/payin?status=SUCCESS`. */
  current(): string
  go(target: string, how?: { replace?: boolean }): void
  back(): void
  /** The whole link to an address, to copy or to open in another tab. */
  linkTo(target: string): string
  subscribe(changed: () => void): () => void
}

export function createHashLocation(window: Window): HashLocation {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  window.addEventListener('hashchange', changed)
  window.addEventListener('popstate', changed)
  return {
    current: () => window.location.hash.replace(/^#/, '') || '/',
    go(target, { replace = false } = {}) {
      window.history[replace ? 'replaceState' : 'pushState'](null, '', `#${target}`)
      changed()
    },
    back: () => window.history.back(),
    linkTo: (target) => `${window.location.href.split('#')[0]}#${target}`,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The current address as text; components that use it are drawn again when it changes. */
export const useAddress = (location: HashLocation): string => useSyncExternalStore(location.subscribe, location.current)
