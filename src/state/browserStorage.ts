/** The part of `Storage` that the console uses. */
export type BrowserStorage = ReturnType<typeof openStorage>

/** The account that this tab shows. Removed by a sign-in in this tab. */
export const TAB_ACCOUNT = 'paydesk.account'

const SESSION_SIZE = 4_096

/**
 * A storage that never throws. What the browser does not store, because it is full or forbidden, is kept until the page is left.
 */
export function openStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null) {
  const unstored = new Map<string, string>()
  const storage = attempt(open, null)

  const removeItem = (key: string): void => {
    unstored.delete(key)
    attempt(() => storage?.removeItem(key), undefined)
  }
  function setItem(key: string, value: string): void {
    const isStored = attempt(() => {
      storage?.setItem(key, value)
      return storage !== null
    }, false)
    if (isStored) return void unstored.delete(key)
    // The old value must not come back at the next page load.
    removeItem(key)
    unstored.set(key, value)
  }
  return {
    getItem: (key: string): string | null => unstored.get(key) ?? attempt(() => storage?.getItem(key) ?? null, null),
    setItem,
    removeItem,
    /** Whether the value survives the page. */
    isStored: (key: string): boolean => !unstored.has(key),
    /** Whether there is room for what a sign-in stores. */
    hasRoom(): boolean {
      const key = 'paydesk.room'
      setItem(key, ' '.repeat(SESSION_SIZE))
      const isStored = !unstored.has(key)
      removeItem(key)
      return isStored
    },
  }
}

function attempt<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act()
  } catch {
    return otherwise
  }
}
