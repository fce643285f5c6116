import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { MAX_NOTES } from '#contract/rows/notes.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { AddNote, AssignOrder } from '#contract/shapes/notes.ts'
import { audit, onOrder } from '../audit/audit.ts'
import { noteChanged } from '../changes/changes.ts'
import type { Transaction } from '../db/database.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serveMoney } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { addEntry, isAssignable, lockNotes, peopleOf } from './noteStore.ts'
import type { OrderRecord } from './orderRow.ts'
import { orderView } from './orderTrail.ts'
import { type Viewer, viewerOf } from './viewer.ts'
import { findAnnotatedOrder } from './visibleOrders.ts'

/** Notes on an order, and its assignment. Each side has its own, and neither reads those of the other. */
export function noteRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, ids, clock } = gateway

  serve(app, calls.people, NoInput, (_, { merchant }) => peopleOf(db, merchant))

  serveMoney(app, gateway, calls.addNote, AddNote, {
    async execute(tx, { id, text }, caller) {
      const { order, viewer } = await findWritable(tx, caller, id)
      const { notes } = await lockNotes(tx, order, viewer.side)
      if (notes >= MAX_NOTES) throw invalidField('text', 'rule.tooMany')
      await addEntry(tx, order, viewer.side, { ...entryBy(viewer), kind: 'NOTE', text: text.trim(), assignedTo: null })
      noteChanged(tx, order, viewer.side)
      await audit(tx, gateway, caller, 'note', onOrder(order, undefined))
      return orderView(tx, order, viewer)
    },
  })

  serveMoney(app, gateway, calls.assignOrder, AssignOrder, {
    async execute(tx, { id, assignedTo: asked }, caller) {
      const { order, viewer } = await findWritable(tx, caller, id)
      const { side, username } = viewer
      const assignedTo = asked === 'NONE' ? null : asked === 'ME' ? username : asked
      if (assignedTo !== null && !(await isAssignable(tx, assignedTo, order.merchantNo, side))) {
        throw invalidField('assignedTo', 'rule.unknown')
      }
      const before = await lockNotes(tx, order, side)
      if (before.assignedTo !== assignedTo) {
        await addEntry(tx, order, side, { ...entryBy(viewer), kind: 'ASSIGNMENT', text: null, assignedTo })
        noteChanged(tx, order, side)
        await audit(tx, gateway, caller, 'assign', onOrder(order, { before: before.assignedTo, after: assignedTo }))
      }
      return orderView(tx, order, viewer)
    },
  })

  const entryBy = ({ username }: Viewer) => ({ id: ids.next(), at: new Date(clock.now()), author: username })
}

/** The order with the side of the caller, which may write. */
async function findWritable(
  tx: Transaction,
  { merchant }: Caller,
  id: string,
): Promise<{ order: OrderRecord; viewer: Viewer }> {
  const order = await findAnnotatedOrder(tx, merchant, id)
  const viewer = viewerOf(merchant)
  if (viewer === null) throw new Refusal('FORBIDDEN')
  return { order, viewer }
}
