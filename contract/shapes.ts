export { ClientError, ExceptionCode, PageView } from './shapes/client.ts'
export {
  amount,
  day,
  NoInput,
  oneOrMany,
  optionKey,
  orderNumber,
  orderTail,
  Paging,
  pattern,
  sha256,
  signed,
} from './shapes/fields.ts'
export { CreatePayin } from './shapes/merchantApi.ts'
export { ClearNotices } from './shapes/notices.ts'
export {
  ChangesQuery,
  ChannelQuery,
  ExportQuery,
  NotifyOrder,
  OrderFilter,
  OrderId,
  PagedOrders,
  PayinAction,
  ReviewOrder,
  VaNumber,
} from './shapes/orders.ts'
export { Credentials, Locale, Locales, Passcode } from './shapes/session.ts'
export { SIMULATED_PAYIN_OUTCOMES, Simulate } from './shapes/simulation.ts'
export { SaveView, ViewName } from './shapes/views.ts'
