import { findSums } from './findSums.ts'
import type { SumAnswers, SumQuestion } from './sumAnswer.ts'

/**
 * Answers a question in a worker of its own, so that neither the page nor the worker of a statement waits. An abort ends that worker and
 * rejects with its reason. Without workers the answer is computed at once.
 */
export function solveSums(question: SumQuestion, signal?: AbortSignal): Promise<SumAnswers> {
  if (typeof Worker === 'undefined') return Promise.resolve(findSums(question, performance))
  const worker = new Worker(new URL('./sumsWorker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<SumAnswers>()
  const abort = () => reject(signal?.reason)
  worker.onmessage = ({ data }: MessageEvent<SumAnswers>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  signal?.addEventListener('abort', abort)
  worker.postMessage(question)
  return promise.finally(() => {
    signal?.removeEventListener('abort', abort)
    worker.terminate()
  })
}
