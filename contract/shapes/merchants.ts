import Type, { type Static } from 'typebox'
import { OPTION_MEMBERS } from '../options.ts'
import { PATTERNS } from '../rules.ts'
import { amount, days, merchantNo, notifyAddresses, oneOrMany, optionKey, Paging, pattern, sha256 } from './fields.ts'

const personName = pattern(PATTERNS.personName)

const mobile = Type.String({ maxLength: 24 })

const status = Type.Enum([...OPTION_MEMBERS.MerchantStatus])

export const StatusChange = Type.Object({
  merchantNo,
  status,
  from: Type.Optional(
    Type.Enum([...OPTION_MEMBERS.MerchantStatus], {
      description: 'The status to be replaced; refused if it is another one by now',
    }),
  ),
  reason: Type.Optional(Type.String({ maxLength: 140 })),
})

const fees = {
  feeType: Type.Enum(['RATE', 'FIXED', 'MIXED']),
  feeRate: Type.Optional(Type.String({ maxLength: 12, description: 'Decimal text strictly between 0 and 1' })),
  merchantFee: Type.Optional(amount),
}

const newSubMerchant = {
  merchantName: personName,
  username: pattern(PATTERNS.loginName),
  pwd: sha256,
  pwd2: sha256,
  mobile: Type.Optional(mobile),
  ...fees,
}

export const CreateSubMerchant = Type.Object({
  ...newSubMerchant,
  nationalId: Type.Optional(Type.String({ maxLength: 20 })),
  status: Type.Optional(Type.Enum(['PENDING', 'ACTIVE', 'SUSPENDED'])),
  ...notifyAddresses,
})

export const AddSubMerchant = Type.Object(newSubMerchant)

export const UpdateSubMerchant = Type.Object({
  merchantNo,
  merchantName: Type.Optional(personName),
  mobile: Type.Optional(mobile),
  feeType: Type.Optional(fees.feeType),
  feeRate: fees.feeRate,
  merchantFee: fees.merchantFee,
  status: Type.Optional(status),
  ...notifyAddresses,
  pwd: Type.Optional(sha256),
  pwd2: Type.Optional(sha256),
})

export const SubMerchantFilter = Type.Object({
  merchantNo: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 20 }))),
  notMerchantNo: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 20 }))),
  merchantName: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A part of it, case ignored' })),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A part of it' })),
  status: Type.Optional(oneOrMany(optionKey)),
  notStatus: Type.Optional(oneOrMany(optionKey)),
  type: Type.Optional(oneOrMany(optionKey)),
  notType: Type.Optional(oneOrMany(optionKey)),
  ...days,
})

export const PagedSubMerchants = Type.Interface([Paging, SubMerchantFilter], {})

/** `who` is a merchant number or a sign-in name. */
export const MerchantLookup = Type.Object({ who: Type.String({ minLength: 1, maxLength: 64 }) })

export type StatusChange = Static<typeof StatusChange>
export type CreateSubMerchant = Static<typeof CreateSubMerchant>
export type AddSubMerchant = Static<typeof AddSubMerchant>
export type UpdateSubMerchant = Static<typeof UpdateSubMerchant>
export type SubMerchantFilter = Static<typeof SubMerchantFilter>
export type PagedSubMerchants = Static<typeof PagedSubMerchants>
export type MerchantLookup = Static<typeof MerchantLookup>
