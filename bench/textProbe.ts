declare global {
  /** When the awaited text was painted: milliseconds since the page began to load. */
  var textShown: Promise<number>
}

/** Runs in the page before its own scripts: waits for a text, whatever element shows it. */
export function installTextProbe(text: string): void {
  const shown = Promise.withResolvers<number>()
  function look(): void {
    // Absent until the parser reaches it.
    const body = document.body as HTMLElement | null
    if (body?.textContent.includes(text) !== true) return void requestAnimationFrame(look)
    // After the paint of this frame, and before other tasks that wait: pages do more or less work after their first row.
    void scheduler.postTask(() => shown.resolve(performance.now()), { priority: 'user-blocking' })
  }
  requestAnimationFrame(look)
  globalThis.textShown = shown.promise
}
