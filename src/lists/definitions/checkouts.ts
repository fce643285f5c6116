import type { List } from '../list.ts'
import {
  column,
  completed,
  detailField,
  filterBy,
  leadingColumns,
  merchantFields,
  numberFields,
  platformNumber,
  timeFields,
} from './fields.ts'
import * as filters from './filters.ts'
import { orderListDefaults } from './listDefaults.ts'

/** Payins with a checkout page, and their links. */
export const checkout: List = {
  id: 'checkout',
  ...orderListDefaults('checkout'),
  columns: [
    ...leadingColumns,
    column('expiryPeriod', 'timeLeft'),
    column('payerName', 'realName', filterBy('payerName')),
    column('checkoutUrl', 'number'),
    column('payMethod', 'method', filterBy('payMethod')),
    column('payChannel', 'channel', filterBy('payChannel')),
    platformNumber,
    column('payFee', 'amount'),
    completed,
  ],
  filters: [
    filters.days(false),
    ...filters.numbers,
    filters.payinStatuses,
    filters.channels,
    filters.methods,
    filters.amounts,
    filters.text('payerName', 'payer'),
    filters.merchants,
  ],
  summary: null,
  export: null,
  fields: [
    ...numberFields,
    detailField('status', 'status'),
    detailField('payAmount', 'amount'),
    detailField('paidAmount', 'amount'),
    detailField('payFee', 'amount'),
    detailField('feeType', 'feeType'),
    ...merchantFields,
    detailField('payerName', 'realName'),
    detailField('mobile', 'mobile'),
    detailField('payMethod', 'method'),
    detailField('payChannel', 'channel'),
    detailField('expiryPeriod', 'timeLeft'),
    detailField('checkoutUrl', 'number'),
    ...timeFields,
    detailField('responseMessage'),
  ],
}
