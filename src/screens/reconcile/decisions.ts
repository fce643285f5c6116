import { decisionStep } from '../../reconcile/decisionStep.ts'
import type { Decision, EntryMark } from '../../reconcile/session.ts'
import type { Console } from '../../useConsole.tsx'
import { markAll } from './bulkDecisions.ts'
import { createDecisionUndo } from './decisionUndo.ts'
import { describeEntry, type EntryTexts } from './entryTexts.ts'
import { createOrderMarks } from './orderMarks.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import type { WorkRow } from './rowWindow.ts'

export type Decisions = ReturnType<typeof createDecisions>

/** Decisions on the entry under the cursor. Each can be undone, moves on to the next open entry, and says where it arrived. */
export function createDecisions(console: Console, session: ReconcileSession, texts: () => EntryTexts) {
  const { announcer, undo } = console
  const { actor, workbench } = session
  const { cursor } = workbench
  const { app } = console.scope()
  const orderMarks = createOrderMarks(console, actor)
  const decisionUndo = createDecisionUndo(console, session)

  const announceHere = () => {
    const row = workbench.rowHere()
    if (row !== null) announcer.polite(describeEntry(row, texts()))
  }

  async function moveOn(from: number, wasOpen: boolean): Promise<void> {
    // An entry that has left the bucket makes room for the next one.
    const next = await workbench.seek(wasOpen ? from - 1 : from, 1)
    if (next !== null) {
      workbench.rows.see(next.index, next.index)
      cursor.set(next.index)
    } else if (!(await workbench.moveToOpen(-1)))
      app.toast([actor.getSnapshot().context.summary?.open === 0 ? 'reconcile.allDecided' : 'reconcile.noMoreOpen', {}, 'done'])
    announceHere()
  }

  /** Decides, with an undo entry; false when the engine refused. */
  async function decide(decision: Decision): Promise<boolean> {
    if ((await workbench.decide(decision)) === null) {
      app.toast(['reconcile.refused', {}, 'error'])
      return false
    }
    const entry = decisionUndo.entryOf(decisionStep(decision))
    undo.push(entry)
    app.toast(entry.label, 'undo')
    return true
  }

  async function mark(row: WorkRow, as: EntryMark): Promise<void> {
    const from = cursor.row
    const isDone =
      row.orders > 1 && as.as === 'RECONCILED'
        ? await markAll(console, session, [row.key])
        : await decide({ type: 'mark', keys: [row.key], mark: as })
    if (!isDone) return
    // The call shows a refusal; the decision stays.
    orderMarks.write({ ...row, mark: as }).catch(() => {})
    await moveOn(from, true)
  }

  const decisions = {
    announceHere,
    done: () =>
      workbench.inTurn(async () => {
        const row = workbench.rowHere()
        // Several orders have the number, so the user chooses.
        if (row?.reason === 'ambiguous') await decisions.solve()
        else if (row !== null) await mark(row, { as: 'RECONCILED' })
      }),
    flag: (reason: string) =>
      workbench.inTurn(async () => {
        const row = workbench.rowHere()
        if (row !== null) await mark(row, { as: 'DISCREPANCY', reason })
      }),
    /** The suggestion under the cursor is wrong. */
    refuse: () =>
      workbench.inTurn(async () => {
        const row = workbench.rowHere()
        if (row === null) return
        const from = cursor.row
        if (await decide({ type: 'refuse', keys: [row.key] })) await moveOn(from, true)
      }),
    /** The amount of a line that was not read. */
    async setAmount(amount: string) {
      const row = workbench.rowHere()
      if (row?.line == null) return
      if (await decide({ type: 'amount', line: row.line.index, amount })) announceHere()
    },
    /** Searches the sets of orders that pay the line under the cursor. */
    async solve() {
      const row = workbench.rowHere()
      if (row?.line == null) return
      workbench.proposals.set({ row, found: null, at: 0 })
      try {
        const found = await (row.reason === 'ambiguous' ? workbench.candidates(row) : workbench.propose(row.line.index))
        if (workbench.proposals.get()?.row === row) workbench.proposals.set({ row, found, at: 0 })
      } catch {
        // Closing the panel cancels the search.
        if (workbench.proposals.get()?.row === row) workbench.proposals.set(null)
      }
    },
    /** Takes the proposal under the cursor, and with `remembers` its rule for the next files. */
    async acceptProposal({ remembers }: { remembers: boolean }) {
      const open = workbench.proposals.get()
      const proposal = open?.found?.proposals[open.at]
      if (open == null || proposal === undefined || open.row.line === null) return
      if (remembers && proposal.rule === null) return app.toast(['reconcile.noRule'])
      const from = cursor.row
      workbench.proposals.set(null)
      const lines = [open.row.line.index]
      if (!(await decide({ type: 'link', lines, orders: proposal.orders }))) return
      if (remembers && proposal.rule !== null) {
        const { rules } = actor.getSnapshot().context.settings
        actor.send({ type: 'settings.change', changes: { rules: [...rules, proposal.rule] } })
        actor.send({ type: 'statement.match' })
      }
      workbench.focusGrid()
      await moveOn(from, true)
    },
  }
  return decisions
}
