import type { RowField } from '#contract/rows/listedRow.ts'
import type { DetailField } from './detailField.ts'
import type { FieldKind } from './rowTexts.ts'

export type FieldGroup = 'order' | 'amounts' | 'parties' | 'times'

const KINDS: Record<Exclude<FieldGroup, 'order'>, readonly FieldKind[]> = {
  amounts: ['amount', 'signed', 'feeType', 'rate'],
  parties: ['realName', 'account', 'mobile'],
  times: ['dateTime', 'timeLeft', 'minutes'],
}

/** Fields whose kind does not tell their group. */
const FIELDS: Partial<Record<RowField, FieldGroup>> = {
  currency: 'amounts',
  merchantNo: 'parties',
  receiveMerchantNo: 'parties',
  username: 'parties',
  bankName: 'parties',
  bankCode: 'parties',
  platAccountId: 'parties',
}

const ORDER: readonly FieldGroup[] = ['order', 'amounts', 'times', 'parties']

function groupOf({ field, kind }: DetailField): FieldGroup {
  const known = FIELDS[field]
  if (known !== undefined) return known
  const groups = Object.entries(KINDS) as [FieldGroup, readonly FieldKind[]][]
  return groups.find(([, kinds]) => kinds.includes(kind))?.[0] ?? 'order'
}

/** The fields in their groups, in reading order. Groups without fields are left out. */
export function groupFields(fields: readonly DetailField[]): [FieldGroup, DetailField[]][] {
  const groups = Map.groupBy(fields, groupOf)
  return ORDER.flatMap((group) => {
    const members = groups.get(group)
    return members === undefined ? [] : [[group, members]]
  })
}
