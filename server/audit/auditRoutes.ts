import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { PagedAuditEvents } from '#contract/shapes/audit.ts'
import type { Gateway } from '../gateway.ts'
import { serveList } from '../http/serve.ts'
import { listAuditEvents } from './auditEvents.ts'

/** Routes that list the caller's audit events. */
export function auditRoutes(app: FastifyInstance, { db }: Gateway): void {
  serveList(app, calls.auditEvents, PagedAuditEvents, (filter, { merchant, language }, page) =>
    listAuditEvents(db, merchant, filter, page, language),
  )
}
