import { findSums } from './findSums.ts'
import type { SumAnswers, SumQuestion } from './sumAnswer.ts'

/** Answers a question in a worker of its own, so that the page stays responsive. Without workers it answers in the page. */
export function solveSums(question: SumQuestion): Promise<SumAnswers> {
  if (typeof Worker === 'undefined') return Promise.resolve(findSums(question, performance))
  const worker = new Worker(new URL('./sumsWorker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<SumAnswers>()
  worker.onmessage = ({ data }: MessageEvent<SumAnswers>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(question)
  return promise.finally(() => worker.terminate())
}
