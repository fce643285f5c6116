/**
 * The window of one page: listeners are removed when the signal aborts, and the address can no longer be changed. `storage` replaces
 * both storages.
 */
export const pageWindow = (signal: AbortSignal, storage?: () => Storage): Window =>
  new Proxy(window, {
    get(target, name) {
      if (name === 'addEventListener') {
        return (type: string, listener: EventListener) => target.addEventListener(type, listener, { signal })
      }
      if (name === 'history' && signal.aborted) return { pushState() {}, replaceState() {}, back() {} }
      if ((name === 'localStorage' || name === 'sessionStorage') && storage !== undefined) return storage()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
