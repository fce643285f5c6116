/**
 * What this gateway serves beyond the documented calls, by name. A gateway announces its features in a header; the console asks for
 * nothing that has not been announced.
 */
export const FEATURES = [
  /** Changes of a list since a mark. */
  'changes',
  /** Rows by number, looked up in several lists at once. */
  'lookup',
  /** A stream of change kinds. */
  'events',
  /** Saved views, shared by the browsers of an account. */
  'views',
  /** The caller's own actions, and undo of some. */
  'audit',
  /** The history of an order or movement: status changes, ledger entries, attempts, actions. */
  'trails',
  /** Withdraws and transfers wait before they are sent, and can be cancelled meanwhile. */
  'holds',
  /** Reconciliation marks on orders. */
  'reviews',
  /** Notes on orders, and assignment of orders to accounts. */
  'notes',
  /** The preview of a bulk notify. */
  'notify-plan',
  /** Health of callback addresses, and redelivery. */
  'callbacks',
  /** What the dashboards show beyond the documented figures: needs attention, flows, trends, the state of the platform. */
  'insights',
  /** A check of the chain of ledger entries. */
  'ledger-check',
  /** A secret for the caller's own authenticator. */
  'otp-enrolment',
  /** One merchant, looked up by staff. */
  'merchant-lookup',
  /** Staff change a merchant's status. */
  'merchant-status',
  /** Staff decide payins that were paid with another amount. */
  'payin-exceptions',
  /** A parent changes the callback addresses of a sub-merchant. */
  'sub-merchant-callbacks',
  /** A former secret signs for a while after a reset, and the last uses of secrets are told. */
  'secret-overlap',
  /** Calls of the merchant API signed in a header. */
  'signature-header',
  /** The accounts of a demo, for the sign-in page. */
  'demo-accounts',
  /** The merchant API under `/openapi`. */
  'merchant-api',
  /** Filter conditions beyond the documented ones. */
  'filters',
  /** Alternatives and groups of conditions, patterns of numbers, hours. */
  'filter-trees',
  /** Receipts and simulations for the order that has both numbers. */
  'both-numbers',
  /** A chosen outcome of a simulated payment. */
  'simulation-outcomes',
  /** A request with a repeated `Idempotency-Key` takes effect once. */
  'idempotency',
] as const

export type Feature = (typeof FEATURES)[number]

/** Whether the gateway has announced a feature. */
export type HasFeature = (feature: Feature) => boolean

/** The header of a gateway's replies that names its features, with commas between them. */
export const FEATURES_HEADER = 'paydesk-features'

/** The names in the text of the header, known or not; none without the header. */
export const parseFeatures = (header: string | null): string[] => header?.split(',').map((name) => name.trim()) ?? []
