import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { auditRoutes } from './audit/auditEvents.ts'
import { passwordRoutes } from './auth/passwordRoutes.ts'
import { signInRoutes } from './auth/signIn.ts'
import { callbackRoutes } from './callbacks/callbackRoutes.ts'
import { eventRoutes } from './changes/hub.ts'
import { agentDashboardRoutes, dashboardRoutes } from './dashboards/dashboardRoutes.ts'
import { simulationRoutes } from './demo/simulationRoutes.ts'
import { docsRoutes } from './docs/docsRoutes.ts'
import { exportQueries } from './exports/exportQueries.ts'
import { exportRoutes } from './exports/exportRoutes.ts'
import type { Gateway } from './gateway.ts'
import { authenticate } from './http/caller.ts'
import { serveConsole } from './http/console.ts'
import { BODY_LIMIT, createApp } from './http/createApp.ts'
import { createDownloads, type DOWNLOAD_LIMITS } from './http/downloads.ts'
import { announceFeatures } from './http/features.ts'
import { limitInputs } from './http/input.ts'
import { limitCalls } from './http/limits.ts'
import { measureUploads } from './http/money.ts'
import { createSearches, type SEARCH_LIMITS } from './http/searches.ts'
import { statementRoutes } from './ledger/statementRoutes.ts'
import { listRoutes } from './lists/listings.ts'
import { viewRoutes } from './lists/views.ts'
import type { LogStream } from './log.ts'
import { merchantApiRoutes } from './merchantApi/merchantApiRoutes.ts'
import { ipListRoutes } from './merchants/ipListRoutes.ts'
import { keyRoutes } from './merchants/keyRoutes.ts'
import { merchantRoutes } from './merchants/merchantRoutes.ts'
import { subMerchantRoutes } from './merchants/subMerchantRoutes.ts'
import { movementRoutes } from './movements/movementRoutes.ts'
import { noticeRoutes } from './notices/noticeRoutes.ts'
import { noteRoutes } from './orders/noteRoutes.ts'
import { reviewRoutes } from './orders/reviewRoutes.ts'
import { payinRoutes } from './payins/payinRoutes.ts'
import { payoutRoutes } from './payouts/payoutRoutes.ts'
import { platformRoutes } from './platform/platformRoutes.ts'
import { metricRoutes } from './service/metricRoutes.ts'
import { systemRoutes } from './service/systemRoutes.ts'

export interface AppOptions {
  logStream?: LogStream
  /** Folder of the built console; `dist` by default. */
  dist?: string
  downloads?: Partial<typeof DOWNLOAD_LIMITS>
  searches?: Partial<typeof SEARCH_LIMITS>
}

/** Builds the gateway's HTTP server, which also serves the console. */
export async function buildApp(gateway: Gateway, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = gateway
  const app = await createApp(config, options)
  app.decorate('lists', config.lists)
  app.decorate('downloads', createDownloads(options.downloads))
  app.decorate('searches', createSearches(options.searches))
  const exported = exportQueries(gateway.db)
  metricRoutes(app, gateway)
  announceFeatures(app, gateway)
  limitInputs(app)
  authenticate(app, gateway)
  await limitCalls(app, config)
  measureUploads(app)
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  signInRoutes(app, gateway)
  systemRoutes(app, gateway)
  noticeRoutes(app, gateway)
  auditRoutes(app, gateway)
  viewRoutes(app, gateway)
  dashboardRoutes(app, gateway)
  merchantRoutes(app, gateway)
  passwordRoutes(app, gateway)
  platformRoutes(app, gateway)
  ipListRoutes(app, gateway)
  keyRoutes(app, gateway)
  callbackRoutes(app, gateway)
  subMerchantRoutes(app, gateway)
  agentDashboardRoutes(app, gateway)
  listRoutes(app, gateway)
  eventRoutes(app, gateway)
  payinRoutes(app, gateway)
  reviewRoutes(app, gateway)
  noteRoutes(app, gateway)
  payoutRoutes(app, gateway)
  movementRoutes(app, gateway)
  statementRoutes(app, gateway, exported)
  simulationRoutes(app, gateway)
  exportRoutes(app, gateway, exported)
  merchantApiRoutes(app, gateway)
  docsRoutes(app)
  await serveConsole(app, { dist: options.dist, locale: config.defaultLocale })
  return app
}
