/** The window of one page: listeners are removed when the signal aborts. */
export const pageWindow = (signal: AbortSignal): Window =>
  new Proxy(window, {
    get(target, name) {
      if (name === 'addEventListener') {
        return (type: string, listener: EventListener) => target.addEventListener(type, listener, { signal })
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
