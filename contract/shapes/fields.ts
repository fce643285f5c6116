import Type, { type Static, type TSchema } from 'typebox'
import { DAY_FORMAT } from '../days.ts'
import { MAX_ADDRESS_LENGTH, PATTERNS } from '../rules.ts'

/** Field shapes of requests. One value validates the call, types both sides and documents it; query values stay text. */

export const pattern = (regex: RegExp, options = {}) => Type.String({ pattern: regex.source, ...options })

export const amount = pattern(/^\d{1,16}(\.\d{1,6})?$/, {
  description: 'Decimal text, such as 150000.00, with up to two decimals, four for USDT',
})

const day = pattern(DAY_FORMAT, { description: 'A day in UTC+7 from 2000-01-01 to 2091-12-31, such as 2026-11-21' })

/** A range of days, both included. */
export const days = { startDate: Type.Optional(day), endDate: Type.Optional(day) }

export const sha256 = pattern(/^[0-9a-f]{64}$/, { description: 'SHA-256 of the typed text, lower-case hex' })

export const orderTail = pattern(/^[\w-]{4,64}$/, {
  description: 'Last characters of the merchant or platform number, at least 4; days are ignored',
})

export const orderNumber = pattern(PATTERNS.orderNumber, { maxLength: 64 })

/** An order by its number or the platform's. With both in their own fields, it is exactly the order that has both. */
export const orderNumbers = {
  merchantOrderNo: pattern(PATTERNS.orderNumber, {
    maxLength: 64,
    description: 'Of the merchant, or of the platform. A number of several orders is refused',
  }),
  platOrderNo: Type.Optional(
    pattern(PATTERNS.orderNumber, { maxLength: 64, description: 'Of the platform. The order must have both numbers' }),
  ),
}

/** Without a value, an array is no condition but a mistake. */
export const oneOrMany = <Shape extends TSchema>(shape: Shape, most = 50) =>
  Type.Union([shape, Type.Array(shape, { minItems: 1, maxItems: most })])

export const optionKey = Type.String({ minLength: 1, maxLength: 40 })

export const merchantNo = pattern(PATTERNS.merchantNo)

const notifyAddress = Type.Optional(
  Type.String({ maxLength: MAX_ADDRESS_LENGTH, description: 'An http or https address; empty clears it' }),
)

export const notifyAddresses = { payinNotifyAddress: notifyAddress, payoutNotifyAddress: notifyAddress }

export const remark = Type.Optional(Type.String({ maxLength: 140 }))

/** Signature fields of a signed request. */
export const signed = {
  _timestamp: pattern(/^\d{13}$/, { description: 'Milliseconds since 1970' }),
  _sign: pattern(/^[0-9A-F]{64}$/, { description: 'SHA-256, upper-case hex' }),
}

export const NoInput = Type.Unsafe<Record<string, never>>(Type.Object({}))

export const Paging = Type.Object({
  offset: Type.Optional(pattern(/^\d{1,12}$/, { default: '0', description: 'Rows before the first one, from 0' })),
  limit: Type.Optional(pattern(/^([1-9]\d{0,2}|1000)$/, { default: '10', description: '1 to 1000' })),
  page: Type.Optional(pattern(/^[1-9]\d{0,11}$/, { description: 'Only used when offset is absent' })),
  sort: Type.Optional(pattern(/^[A-Za-z]{1,40}\.(asc|desc)$/, { default: 'createTime.desc' })),
  totals: Type.Optional(
    Type.Enum(['none'], { description: 'Skips the count. Rows may then be one more than the limit, when a page follows' }),
  ),
})

export const exportSettings = {
  sort: Type.Optional(pattern(/^[A-Za-z]{1,40}\.(asc|desc)$/)),
  locales: Type.Optional(Type.String({ maxLength: 10 })),
  format: Type.Optional(
    Type.Enum(['spreadsheet', 'raw'], {
      description:
        'spreadsheet (default): values that look like formulas are made text; raw: values as they are, so a spreadsheet runs formulas in them',
    }),
  ),
}

export type Paging = Static<typeof Paging>
