import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { SoftphoneConfig } from '#contract/rows/system.ts'
import { ClientError, ExceptionCode, PageView } from '#contract/shapes/client.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { Locale, Locales } from '#contract/shapes/session.ts'
import { audit } from '../audit/audit.ts'
import { accountPermissions } from '../auth/permissions.ts'
import { findSession } from '../auth/sessions.ts'
import type { SoftphoneSettings } from '../config.ts'
import { withDeadline } from '../db/deadline.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serve, servePublic } from '../http/serve.ts'
import { IDENTITY } from '../identity.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { DEFAULT_LANGUAGE, languageOfTag } from '../texts/languages.ts'
import { optionTexts } from '../texts/texts.ts'

const REPORT_LIMITS = { perMinute: 60, body: 16 * 1024 }
const HEALTH_TIMEOUT_MS = 2_000

/**
 * The calls of a starting console (option texts, the account's language, the system configuration and the demo accounts),
 * reports from consoles, errors on request for testing, and the health check.
 */
export function systemRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, demoAccounts } = gateway

  serve(app, calls.enums, Locales, ({ locales = '' }) => optionTexts(languageOfTag(locales) ?? DEFAULT_LANGUAGE))

  // Guests may choose a language, too. It is stored for signed-in accounts only.
  servePublic(app, calls.locale, Locale, async ({ locale }, visitor) => {
    const session = await findSession(gateway, visitor.token, 'full')
    const merchant = session && (await merchantByNo(db, session.merchantNo))
    if (merchant !== undefined && merchant.locale !== locale) {
      await db.tx(async (tx) => {
        await tx.run(sql`update merchant set locale = ${locale} where merchant_no = ${merchant.merchantNo}`)
        const detail = { before: merchant.locale, after: locale }
        await audit(tx, gateway, { ...visitor, merchant }, 'locale', { detail })
      })
    }
    return { status: 'ok' }
  })

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
        softphone,
      },
      openConfig,
      companySystemInfo: { name: IDENTITY.name, logo: null },
      companyInfoList: [{ name: merchant.name, merchantNo: merchant.merchantNo }],
    }
  })

  servePublic(app, calls.demoAccounts, NoInput, () => [...demoAccounts])

  servePublic(app, calls.pageView, PageView, ({ path }) => app.log.info({ path }, 'page view'), REPORT_LIMITS)

  servePublic(app, calls.clientError, ClientError, (report) => app.log.warn({ report }, 'console error'), REPORT_LIMITS)

  servePublic(app, calls.exception, ExceptionCode, ({ code }) => {
    const status = ['401', '403', '404', '500'].includes(code) ? Number(code) : 404
    throw new Refusal('EXCEPTION_TRIGGER', { status })
  })

  servePublic(app, calls.health, NoInput, async () => {
    const isUp = await withDeadline(HEALTH_TIMEOUT_MS, db.check).then(
      () => true,
      () => false,
    )
    if (!isUp) throw new Refusal('UNAVAILABLE', { retryAfter: 2 })
    const { version, build } = IDENTITY
    return { status: 'ok' as const, version, build }
  })
}

/** The SIP password of a user: an HMAC of the identity, which the SIP server can verify with the shared secret. */
export const softphonePassword = (identity: string, secret: string): string =>
  createHmac('sha256', secret).update(identity).digest('base64url')

/** The softphone settings of the account; null without the permission or without a SIP server. */
function softphoneOf(merchant: MerchantRow, settings: SoftphoneSettings | null): SoftphoneConfig | null {
  if (settings === null || !accountPermissions(merchant).includes('softphone_call')) return null
  const { server, realm, secret } = settings
  const identity = merchant.username
  return { server, realm, identity, password: softphonePassword(identity, secret) }
}
