export const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve))

/**
 * Resolves once the condition holds, or after so many frames: a second has 60 of them, or 144. Counted in frames, because a browser or a
 * machine that stands still must not use up the wait.
 */
export async function untilDone(isDone: () => boolean, maxFrames: number): Promise<void> {
  for (let frames = 0; frames < maxFrames && !isDone(); frames++) await nextFrame()
}
