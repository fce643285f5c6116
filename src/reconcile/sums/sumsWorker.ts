import { findSums } from './findSums.ts'
import type { SumQuestion } from './sumAnswer.ts'

/** The entry point of a worker that answers one question. */
globalThis.onmessage = ({ data }: MessageEvent<SumQuestion>) => globalThis.postMessage(findSums(data, performance))
