import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { SaveView, ViewName } from '#contract/shapes/views.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { removeView, saveView, viewsOf } from './views.ts'

/** Saved views of an account. Every change returns all views, so that two browsers stay in sync. */
export function viewRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  serve(app, calls.views, NoInput, (_, { merchant }) => viewsOf(db, merchant.username))

  serve(app, calls.saveView, SaveView, ({ formerly, ...view }, { merchant: { username } }) =>
    db.tx(async (tx) => {
      const isRenamed = formerly !== undefined && formerly.toLowerCase() !== view.name.toLowerCase()
      if (isRenamed) await removeView(tx, username, { list: view.list, name: formerly })
      if (!(await saveView(tx, username, view, clock.now()))) {
        throw new Refusal('VALIDATION_FAILED', { fields: { name: 'rule.tooMany' } })
      }
      return viewsOf(tx, username)
    }),
  )

  serve(app, calls.removeView, ViewName, async (view, { merchant: { username } }) => {
    await removeView(db, username, view)
    return viewsOf(db, username)
  })
}
