/** What the page of every peer shows: the same call, columns and formats. */

/** Rows of a page, about as many as a screen of the console shows. */
export const PAGE_SIZE = 25

const MOST_COUNTED = 10_000

/** The token of the session, as the console stores it. */
export const storedToken = () => localStorage.getItem('token')

/** Fetches rows; `sort` is `createTime.desc`. Above ten thousand rows the gateway does not count them. */
export async function fetchPayins({ offset, limit, sort, status }) {
  const query = new URLSearchParams({ offset, limit, ...(sort && { sort }) })
  const reply = await fetch(`/api/transaction/payin?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'merchant-token': storedToken() },
    body: JSON.stringify(status ? { status } : {}),
  })
  const { item, paginator } = await reply.json()
  return { rows: item, total: paginator.totalCount ?? MOST_COUNTED }
}

export const COLUMNS = [
  { name: 'createTime', title: 'Created', width: 190, kind: 'time', isSortable: true },
  { name: 'merchantNo', title: 'Merchant', width: 130 },
  { name: 'merchantOrderNo', title: 'Order number', width: 190 },
  { name: 'payAmount', title: 'Amount', width: 130, kind: 'amount', isSortable: true },
  { name: 'status', title: 'Status', width: 110, kind: 'status' },
  { name: 'notifyStatus', title: 'Callback', width: 110 },
  { name: 'payChannel', title: 'Channel', width: 120 },
  { name: 'review', title: 'Review', width: 110 },
  { name: 'payMethod', title: 'Method', width: 110 },
  { name: 'platOrderNo', title: 'Platform number', width: 190 },
]

/** Status -> the preset color of a tag. */
export const TONES = {
  CREATED: 'default',
  PENDING: 'processing',
  CONFIRMING: 'processing',
  SUCCESS: 'success',
  FAILED: 'error',
  EXPIRED: 'default',
  CLOSED: 'default',
  EXCEPTION: 'warning',
  PARTIAL_REFUND: 'warning',
  REFUNDED: 'warning',
}

export const STATUSES = Object.keys(TONES)

const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Jakarta' })

export const formatAmount = (text) => amounts.format(text)
export const formatTime = (text) => times.format(new Date(text))
