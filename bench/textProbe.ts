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
    const { port1, port2 } = new MessageChannel()
    // After the paint of this frame.
    port1.onmessage = () => shown.resolve(performance.now())
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
  globalThis.textShown = shown.promise
}
