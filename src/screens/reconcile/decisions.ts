import type { UndoEntry } from '#commands/appScope.ts'
import { rowKinds } from '#commands/rows/kinds.ts'
import { canUse } from '#contract/authority.ts'
import type { Review } from '#contract/options.ts'
import type { EntryMark } from '../../reconcile/session.ts'
import type { Console } from '../../useConsole.tsx'
import { describeEntry, type EntryTexts } from './entryTexts.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import type { WorkRow } from './rowWindow.ts'

export type Decisions = ReturnType<typeof createDecisions>

/** Decisions on the entry under the cursor. Each can be undone, moves on to the next open entry, and says where it arrived. */
export function createDecisions(console: Console, { actor, workbench }: ReconcileSession, texts: () => EntryTexts) {
  const { announcer, features, marks, permissions, undo } = console
  const { cursor } = workbench
  const { app } = console.scope()

  /** Whether marks are written to the orders: the gateway keeps them, and the account may set them. */
  function writesMarks(): boolean {
    const { notify } = rowKinds[actor.getSnapshot().context.settings.list]
    return notify !== null && features.has('reviews') && canUse(permissions, notify.permission ?? [])
  }

  const announceHere = () => {
    const row = workbench.rowHere()
    if (row !== null) announcer.polite(describeEntry(row, texts()))
  }

  /** The mark of the order at the gateway. A refusal is shown by the call; the decision stays. */
  async function writeMark({ order }: WorkRow, review: Review, note?: string): Promise<void> {
    if (order === null || !writesMarks()) return
    await marks.set(order.id, { review, ...(note === undefined ? {} : { note }) }).catch(() => {})
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

  function pushUndo(label: UndoEntry['label'], steps: number, row: WorkRow, mark: { review: Review; note?: string } | null) {
    const before: Review = row.order?.review ?? 'NONE'
    undo.push({
      label,
      async undo() {
        for (let step = 0; step < steps; step++) await workbench.undo()
        if (mark !== null) await writeMark(row, before)
        await workbench.moveToKey(row.key)
      },
      async redo() {
        for (let step = 0; step < steps; step++) await workbench.redo()
        if (mark !== null) await writeMark(row, mark.review, mark.note)
      },
      owner: workbench,
    })
    app.toast(label, 'undo')
  }

  async function mark(row: WorkRow, as: EntryMark): Promise<void> {
    const from = cursor.row
    let steps = 0
    // A checked suggestion is a right one.
    if (row.bucket === 'suggested' && as.as === 'RECONCILED') {
      if ((await workbench.decide({ type: 'accept', keys: [row.key] })) !== null) steps++
    }
    if ((await workbench.decide({ type: 'mark', keys: [row.key], mark: as })) !== null) steps++
    if (steps === 0) return app.toast(['reconcile.refused', {}, 'error'])
    const review = as.as === 'RECONCILED' ? ('RECONCILED' as const) : ('DISCREPANT' as const)
    const note = as.as === 'RECONCILED' ? {} : { note: as.reason }
    pushUndo([as.as === 'RECONCILED' ? 'reconcile.undo.mark' : 'reconcile.undo.flag'], steps, row, { review, ...note })
    void writeMark(row, review, 'note' in note ? note.note : undefined)
    await moveOn(from, true)
  }

  const decisions = {
    writesMarks,
    announceHere,
    done: async () => {
      const row = workbench.rowHere()
      // Several orders have the number, so the user chooses.
      if (row?.reason === 'ambiguous') await decisions.solve()
      else if (row !== null) await mark(row, { as: 'RECONCILED' })
    },
    flag: async (reason: string) => {
      const row = workbench.rowHere()
      if (row !== null) await mark(row, { as: 'DISCREPANCY', reason })
    },
    /** The suggestion under the cursor is wrong. */
    async refuse() {
      const row = workbench.rowHere()
      if (row === null) return
      const from = cursor.row
      const result = await workbench.decide({ type: 'refuse', keys: [row.key] })
      if (result === null) return app.toast(['reconcile.refused', {}, 'error'])
      pushUndo(['reconcile.undo.refuse'], 1, row, null)
      await moveOn(from, true)
    },
    /** The amount of a line that was not read. */
    async setAmount(amount: string) {
      const row = workbench.rowHere()
      if (row?.line == null) return
      if ((await workbench.decide({ type: 'amount', line: row.line.index, amount })) === null)
        return app.toast(['reconcile.refused', {}, 'error'])
      pushUndo(['reconcile.undo.amount'], 1, row, null)
      announceHere()
    },
    /** Searches the sets of orders that pay the line under the cursor. */
    async solve() {
      const row = workbench.rowHere()
      if (row?.line == null) return
      workbench.proposals.set({ row, found: null, at: 0 })
      try {
        const found = row.reason === 'ambiguous' ? await workbench.candidates(row) : await workbench.propose(row.line.index)
        if (workbench.proposals.get()?.row === row) workbench.proposals.set({ row, found, at: 0 })
      } catch {
        workbench.proposals.set(null)
      }
    },
    /** Takes the proposal under the cursor, and with `remembers` its rule for the next files. */
    async acceptProposal({ remembers }: { remembers: boolean }) {
      const open = workbench.proposals.get()
      const proposal = open?.found?.proposals[open.at]
      if (open == null || proposal === undefined || open.row.line === null) return
      const from = cursor.row
      workbench.proposals.set(null)
      const lines = [open.row.line.index]
      if ((await workbench.decide({ type: 'link', lines, orders: proposal.orders })) === null)
        return app.toast(['reconcile.refused', {}, 'error'])
      pushUndo(['reconcile.undo.link', { n: proposal.orders.length }], 1, open.row, null)
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
