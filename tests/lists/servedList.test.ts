import { expect, test } from 'vitest'
import { FEATURES, type Feature } from '#contract/features.ts'
import { accountDaily, accountDetail } from '../../src/lists/definitions/account.ts'
import { agentDays } from '../../src/lists/definitions/agentDays.ts'
import { agentMerchants, subMerchants } from '../../src/lists/definitions/merchants.ts'
import { recharge, transfer, withdraw } from '../../src/lists/definitions/movements.ts'
import { agentPayin, agentPayout, checkout, payout, usdtPayin, usdtPayout } from '../../src/lists/definitions/orders.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { servedList } from '../../src/lists/definitions/servedList.ts'
import { filterFieldsOf } from '../../src/lists/filters/query.ts'
import type { List } from '../../src/lists/list.ts'
import type { Console } from '../../src/useConsole.tsx'

const LISTS: readonly List[] = [
  ...[payin, payout, checkout, usdtPayin, usdtPayout, agentPayin, agentPayout, recharge, withdraw, transfer],
  ...[accountDetail, accountDaily, agentDays, agentMerchants, subMerchants],
]

const serve = (list: List, missing: readonly Feature[]) =>
  servedList(list, {
    features: { has: (feature: Feature) => !missing.includes(feature) },
    marks: { annotate: (row: object) => row },
  } as unknown as Pick<Console, 'features' | 'marks'>)

/** What a list loses without a feature: filter fields, the several values of others, tabs and the history call. */
function lossesOf(list: List, feature: Feature): string[] {
  const [all, served] = [serve(list, []), serve(list, [feature])]
  const left = filterFieldsOf(served)
  return [
    ...filterFieldsOf(all).filter((field) => !left.includes(field)),
    ...served.filters.flatMap((one) => ('isSingle' in one && one.kind === 'several' ? `one ${one.field}` : [])),
    ...all.tabs.filter((tab) => !served.tabs.includes(tab)).map((tab) => `tab ${tab}`),
    ...(all.trail !== served.trail && all.trail !== null ? ['trail'] : []),
  ]
}

test('without a feature a list has no filter, tab or call that needs it', () => {
  const lines = FEATURES.flatMap((feature) =>
    LISTS.flatMap((list) => {
      const lost = lossesOf(list, feature)
      return lost.length === 0 ? [] : [`${feature}, ${list.id}: ${lost.join(', ')}`]
    }),
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "trails, payin: tab callbacks, tab notes, trail",
      "trails, payout: tab callbacks, tab notes, trail",
      "trails, checkout: tab callbacks, tab notes, trail",
      "trails, usdtPayin: tab callbacks, tab notes, trail",
      "trails, usdtPayout: tab callbacks, tab notes, trail",
      "trails, agentPayin: tab callbacks",
      "trails, agentPayout: tab callbacks",
      "trails, recharge: trail",
      "trails, withdraw: trail",
      "trails, transfer: trail",
      "reviews, payin: review, notReview",
      "reviews, payout: review, notReview",
      "reviews, usdtPayin: review, notReview",
      "reviews, usdtPayout: review, notReview",
      "notes, payin: assignedTo, notAssignedTo, has, notHas, tab notes",
      "notes, payout: assignedTo, notAssignedTo, has, notHas, tab notes",
      "notes, checkout: tab notes",
      "notes, usdtPayin: assignedTo, notAssignedTo, has, notHas, tab notes",
      "notes, usdtPayout: assignedTo, notAssignedTo, has, notHas, tab notes",
      "insights, payin: createdFrom, createdBefore",
      "insights, payout: createdFrom, createdBefore",
      "insights, usdtPayin: createdFrom, createdBefore",
      "insights, usdtPayout: createdFrom, createdBefore",
      "filters, payin: orderTail, notStatus, notPayChannel, notPayMethod, notNotifyStatus, notPayerName, notMerchantNo, one payMethod, one notifyStatus, one merchantNo",
      "filters, payout: orderTail, notStatus, notNotifyStatus, notPayChannel, notMerchantNo, one bankCode, one notifyStatus, one merchantNo",
      "filters, checkout: orderTail, notStatus, notPayChannel, notPayMethod, notPayerName, notMerchantNo, one payMethod, one merchantNo",
      "filters, usdtPayin: orderTail, notStatus, notPayChannel, notNotifyStatus, notMerchantNo, one notifyStatus, one merchantNo",
      "filters, usdtPayout: orderTail, notStatus, notPayChannel, notNotifyStatus, notMerchantNo, one notifyStatus, one merchantNo",
      "filters, agentPayin: orderTail, notMerchantNo, notStatus, notPayChannel, notPayerName, one merchantNo",
      "filters, agentPayout: orderTail, notMerchantNo, notStatus, notPayChannel, one merchantNo",
      "filters, recharge: orderTail, notStatus, notType, notPayChannel, notPayerName, notMerchantNo, one type, one bankCode, one merchantNo",
      "filters, withdraw: orderTail, notStatus, accountHoldName, notMerchantNo, one bankCode, one merchantNo",
      "filters, transfer: orderTail, notStatus, notType, receiveMerchantNo, one type",
      "filters, accountDetail: orderTail, notType",
      "filters, accountDaily: one merchantNo",
      "filters, agentDays: one merchantNo",
      "filters, subMerchants: notMerchantNo, notStatus, type, notType, one merchantNo, one status",
      "filter-trees, payin: assignedTo, notAssignedTo, has, notHas",
      "filter-trees, payout: assignedTo, notAssignedTo, has, notHas",
      "filter-trees, usdtPayin: assignedTo, notAssignedTo, has, notHas",
      "filter-trees, usdtPayout: assignedTo, notAssignedTo, has, notHas",
    ]
  `)
})

test('with all features a list is as defined', () => {
  for (const list of LISTS) expect(serve(list, [])).toEqual(list)
})
