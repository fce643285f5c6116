/** Measurements of a watched page. Milliseconds. */
export interface Measured {
  /** From each key to the frame that shows its effect. */
  shown: number[]
  /** From each key to the first frame in which the cursor's row also has its data. */
  filled: number[]
  /** Between consecutive frames. */
  frames: number[]
}

export interface Probe {
  /** With `everyFrame` frames are asked for until the end; otherwise only until each key has had an effect. */
  start(options: { everyFrame: boolean }): void
  /** Waits until each key has had an effect; throws when a key has none for too long. */
  stop(): Promise<Measured>
  /** When the first row with data was painted, since the page began to load. */
  firstRow: Promise<number>
  /** The same for a text field. */
  firstField: Promise<number>
}

declare global {
  var probe: Probe
}

/** Runs in the page before its own scripts: measures keys and frames by the focused element. */
export function installProbe(): void {
  interface Pressed {
    at: number
    before: string
    isShown: boolean
  }
  const GIVE_UP_MS = 5_000
  const MODIFIERS = ['Control', 'Shift', 'Meta', 'Alt']
  let isWatching = false
  let asksAlways = false
  let isAsking = false
  let pressed: Pressed[] = []
  let lastFrame: number | null = null
  let measured: Measured = { shown: [], filled: [], frames: [] }
  const firstRow = Promise.withResolvers<number>()
  const firstField = Promise.withResolvers<number>()

  /** The focused element: a text field with its text, or a row. */
  function place(): { name: string; isFilled: boolean } {
    // A canvas, or a grid without focusable cells, reports its position itself.
    const told = document.querySelector<HTMLElement>('[data-place]')?.dataset.place
    if (told !== undefined) return { name: told, isFilled: true }
    const element = document.activeElement
    if (element instanceof HTMLInputElement) return { name: `text ${element.value}`, isFilled: true }
    const row = element?.closest('[aria-rowindex]')
    // Other grids may have no row headers.
    const named = row?.querySelector('[role=rowheader]') ?? row?.querySelector('[role=gridcell]:not(:empty)')
    return { name: `row ${row?.getAttribute('aria-rowindex')}`, isFilled: (named?.textContent ?? '') !== '' }
  }

  function painted(due: readonly Pressed[]): void {
    const now = performance.now()
    const { name, isFilled } = place()
    for (const key of due) {
      if (key.before === name) continue
      if (!key.isShown) measured.shown.push(now - key.at)
      key.isShown = true
      if (!isFilled) continue
      measured.filled.push(now - key.at)
      pressed = pressed.filter((one) => one !== key)
    }
  }

  function afterPaint(work: () => void): void {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = work
    port2.postMessage(null)
  }

  function frame(at: number): void {
    if (lastFrame !== null) measured.frames.push(at - lastFrame)
    lastFrame = at
    // A key pressed after this frame began cannot have been shown by it.
    const due = [...pressed]
    afterPaint(() => painted(due))
    isAsking = isWatching && (asksAlways || pressed.length > 0)
    if (isAsking) requestAnimationFrame(frame)
  }

  function ask(): void {
    if (!isAsking) requestAnimationFrame(frame)
    isAsking = true
  }

  function lookForFirst(): void {
    const isRowThere = [...document.querySelectorAll('[role=rowheader]')].some(({ textContent }) => textContent !== '')
    if (document.querySelector('input') !== null) afterPaint(() => firstField.resolve(performance.now()))
    if (isRowThere) afterPaint(() => firstRow.resolve(performance.now()))
    else requestAnimationFrame(lookForFirst)
  }
  requestAnimationFrame(lookForFirst)

  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (!isWatching || MODIFIERS.includes(key)) return
      pressed.push({ at: timeStamp, before: place().name, isShown: false })
      ask()
    },
    true,
  )

  globalThis.probe = {
    firstRow: firstRow.promise,
    firstField: firstField.promise,
    start({ everyFrame }) {
      measured = { shown: [], filled: [], frames: [] }
      lastFrame = null
      isWatching = true
      asksAlways = everyFrame
      if (everyFrame) ask()
    },
    async stop() {
      const until = performance.now() + GIVE_UP_MS
      while (pressed.length > 0 && performance.now() < until) await new Promise(requestAnimationFrame)
      const lost = pressed.length
      isWatching = false
      pressed = []
      if (lost > 0) throw new Error(`${lost} keys have no answer; the keyboard is at "${place().name}"`)
      return measured
    },
  }
}
