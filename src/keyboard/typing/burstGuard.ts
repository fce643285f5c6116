/** Milliseconds between letters that are typed as text, and not as keys one after the other. */
const BURST_MS = 40
/** Milliseconds without a letter after which the second key of a burst was meant as a key. */
const PAUSE_MS = 150

interface GuardedKey {
  key: string
  /** When it was pressed, in milliseconds: the event may be handled later. */
  at: number
  /** `movement` always runs. `outward` waits even as the first key: others see its effect, or typing goes on in what it opens. */
  kind: 'movement' | 'other' | 'outward'
  run(): void
}

/**
 * Keeps text that was typed into a list from running commands. A letter soon after another waits for a pause, and is dropped with it when
 * more letters come. Letters of a chord are explained by it and end a burst.
 */
export function createBurstGuard(onDropped: () => void) {
  let last = { key: '', at: Number.NEGATIVE_INFINITY }
  /** Letters of the burst so far, without movement and repetition. */
  let count = 0
  let isTold = false
  let pending: { key: string; run(): void; timer: ReturnType<typeof setTimeout> } | null = null

  /** Once a burst. */
  function tell() {
    if (!isTold) onDropped()
    isTold = true
  }
  function settle(isRun: boolean) {
    if (pending === null) return
    const { run, timer } = pending
    pending = null
    clearTimeout(timer)
    if (isRun) run()
    else tell()
  }
  function wait(key: string, run: () => void, ms: number) {
    pending = { key, run, timer: setTimeout(() => settle(true), ms) }
  }

  return {
    press({ key, at, kind, run }: GuardedKey) {
      const isBurst = at - last.at < BURST_MS
      const isAgain = key === last.key
      last = { key, at }
      if (pending !== null) settle(pending.key === key)
      if (kind === 'movement') return run()
      if (!isBurst) [count, isTold] = [1, false]
      else if (!isAgain) count++
      if (count > 2) return tell()
      if (isBurst && !isAgain) wait(key, run, PAUSE_MS)
      else if (kind === 'outward') wait(key, run, BURST_MS)
      else run()
    },
    /** Whether a letter at this time would be part of text. */
    isTyping: (at: number) => at - last.at < BURST_MS && count > 1,
    /** Ends the burst: a chord was completed, or the focus is elsewhere. */
    end() {
      count = 0
      last = { key: '', at: Number.NEGATIVE_INFINITY }
    },
  }
}
