import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { PagedAuditEvents } from '#contract/shapes/audit.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { ClearNotices } from '#contract/shapes/notices.ts'
import { Locale, Locales } from '#contract/shapes/session.ts'
import { audit } from '../audit/audit.ts'
import { listAuditEvents } from '../audit/auditEvents.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import { findSession } from '../auth/sessions.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serve, serveList, servePublic } from '../http/serve.ts'
import { IDENTITY } from '../identity.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { clearNotices, listNotices } from '../notices/notices.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../texts/languages.ts'
import { optionTexts } from '../texts/texts.ts'
import { softphoneOf } from './softphone.ts'

/** What every console asks for at its start, and the notices. */
export function systemRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock, config, demoAccounts } = gateway

  serve(app, calls.enums, Locales, ({ locales = '' }) => optionTexts(languageOfTag(locales) ?? DEFAULT_LANGUAGE))

  // Guests read too; only for somebody who is signed in it is remembered.
  servePublic(app, calls.locale, Locale, async ({ locale }, visitor) => {
    const { token } = visitor
    const alive = { stage: 'full', now: clock.now(), idleMinutes: config.sessionIdleMinutes } as const
    const session = token === null ? undefined : await findSession(db, token, alive)
    const merchant = session && (await merchantByNo(db, session.merchantNo))
    if (merchant !== undefined && merchant.locale !== locale) {
      await db.tx(async (tx) => {
        await tx.run(sql`update merchant set locale = ${locale} where merchant_no = ${merchant.merchantNo}`)
        const detail = { before: merchant.locale, after: locale }
        await audit(tx, { ...newAuditEvent(gateway, { ...visitor, merchant }), action: 'locale', detail })
      })
    }
    return { status: 'ok' }
  })

  serve(app, calls.notices, NoInput, (_, { merchant, language }) => listNotices(db, merchant.merchantNo, language))

  serve(app, calls.clearNotices, ClearNotices, async ({ type }, caller) =>
    db.tx(async (tx) => {
      await audit(tx, { ...newAuditEvent(gateway, caller), action: 'clearNotices', detail: { type } })
      return { remaining: await clearNotices(tx, caller.merchant.merchantNo, type) }
    }),
  )

  serveList(app, calls.deeds, PagedAuditEvents, (filter, { merchant, language }, wish) =>
    listAuditEvents(db, merchant, filter, wish, language),
  )

  serve(app, calls.systemConfig, NoInput, (_, { merchant }) => {
    const softphone = softphoneOf(merchant, config.softphone)
    const openConfig = { hiddenMenus: [], docUrl: '/docs/' }
    return {
      systemConfig: {
        mapsKey: '',
        mapsHosts: ['maps.googleapis.com'],
        contactHighlight: {},
        smsHighlight: {},
        openConfig,
        sandbox: config.simulation,
        ...(softphone === null ? {} : { softphone }),
      },
      openConfig,
      companySystemInfo: { name: IDENTITY.name, logo: null },
      companyInfoList: [{ name: merchant.name, merchantNo: merchant.merchantNo }],
    }
  })

  servePublic(app, calls.demoAccounts, NoInput, () => [...demoAccounts])
}
