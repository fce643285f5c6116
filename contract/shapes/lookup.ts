import Type, { type Static } from 'typebox'
import { LIVE_LIST_NAMES } from '../rows/liveLists.ts'
import { PATTERNS } from '../rules.ts'
import { orderNumber, orderTail, pattern } from './fields.ts'

/** A list, and a number as in its filter. */
const Lookup = Type.Object(
  {
    list: Type.Enum(LIVE_LIST_NAMES),
    orderNo: Type.Optional(orderNumber),
    orderTail: Type.Optional(orderTail),
    payOrderNo: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    accountNumber: Type.Optional(pattern(PATTERNS.digits, { maxLength: 34 })),
    receiveAccount: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  },
  // Without a number, the newest rows would be taken for found ones.
  { minProperties: 2, additionalProperties: false },
)

const MAX_LISTS = LIVE_LIST_NAMES.length

export const LookupQuery = Type.Object({
  rounds: Type.Array(Type.Array(Lookup, { minItems: 1, maxItems: MAX_LISTS }), {
    minItems: 1,
    maxItems: MAX_LISTS + 1,
    description:
      'All lists of a round are searched, and the next round only if they have no such row: [[{"list":"payinList","orderNo":"INV-1"}],[{"list":"payoutList","orderNo":"INV-1"}]]',
  }),
})

export type LookupQuery = Static<typeof LookupQuery>
