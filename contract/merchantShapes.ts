export { AuditEventFilter, PagedAuditEvents } from './shapes/audit.ts'
export { CallbackAddress, CallbackHealthQuery } from './shapes/callbacks.ts'
export { IpListsChange, NewPassword, OtpSecret, OtpStatus, SecretChange, SecretQuery } from './shapes/credentials.ts'
export { AgentMerchant, AgentRange } from './shapes/dashboards.ts'
export {
  AddSubMerchant,
  CreateSubMerchant,
  MerchantLookup,
  PagedSubMerchants,
  StatusChange,
  SubMerchantFilter,
  UpdateSubMerchant,
} from './shapes/merchants.ts'
