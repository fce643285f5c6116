import type { UndoEntry } from '#commands/appScope.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Outcome } from '#machines/bulk/bulkMachine.ts'
import type { Translate } from '../i18n.ts'
import type { BulkTask } from './bulkTasks.ts'
import { perform } from './perform.ts'
import type { RunRecorder } from './runRecorder.ts'

/** The screen that a run is started from. */
export interface RunHost {
  /** Excludes a row from the live changes until the returned function is called. */
  beginMutation?(id: string): () => void
  /** Called with the rows once the run has ended. */
  onOver?(done: readonly ListedRow[], failed: readonly ListedRow[]): void
  /** Tells that the run can be undone. */
  announceUndo?(label: UndoEntry['label']): void
  /** Takes the undo entry of a run that is a part of something that is undone as a whole, instead of the stack. */
  takeUndo?(entry: UndoEntry): void
}

/** What a run does with its rows. */
export interface Work {
  action: BulkAction
  /** The text of a note, or the account that is assigned. */
  value?: string | undefined
  task: BulkTask
  recorder: RunRecorder
  /** Ids of the rows whose calls were sent by an earlier page, without a known outcome. */
  sentBefore: ReadonlySet<string>
  host: RunHost
}

interface Known {
  i18n: { t: Translate }
  /** Action with its value and row id -> idempotency key of a call without an answer: made again, it repeats the request. */
  unanswered: Map<string, string>
}

/** Makes the call of a row and records it: first that it is sent, then its outcome. */
export async function callRow(
  row: ListedRow,
  { task, recorder, sentBefore, host, action, value }: Work,
  { unanswered, i18n }: Known,
): Promise<Outcome> {
  const endMutation = host.beginMutation?.(row.id)
  async function record(outcome: Outcome): Promise<Outcome> {
    // A call in flight is not aborted.
    await (outcome.kind === 'later' ? recorder.postpone(row) : recorder.settle(row, outcome))
    return outcome
  }
  /** How the call of an earlier page ended. Where nothing tells, the row stays as sent, and so the run stays open. */
  async function recovered(): Promise<Outcome | 'again'> {
    let isTold = false
    const found = await perform<'again'>(
      async () => {
        const told = await task.recover(row)
        isTold = true
        return told === 'unknown' ? { kind: 'failed', text: i18n.t('bulk.unknown') } : told
      },
      () => {},
    )
    return found !== 'again' && isTold ? record(found) : found
  }
  try {
    if (sentBefore.has(row.id)) {
      const earlier = await recovered()
      if (earlier !== 'again') return earlier
    }
    const call = JSON.stringify([action, value, row.id])
    const key = await recorder.send(row, unanswered.get(call))
    const keepKey = (isAnswered: boolean) => void (isAnswered ? unanswered.delete(call) : unanswered.set(call, key))
    return await record(await perform(() => task.act(row, key), keepKey))
  } finally {
    endMutation?.()
  }
}
