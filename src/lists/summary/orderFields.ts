/** The fields of the sums of orders, by direction and orders. */
export const ORDER_FIELDS = {
  payin: {
    all: { count: 'totalPayinCount', amount: 'totalPayinAmount' },
    paid: { count: 'successPayinCount', amount: 'successPayinAmount' },
    rate: 'payinSuccessRate',
    fee: 'payinFee',
  },
  payout: {
    all: { count: 'totalPayoutCount', amount: 'totalPayoutAmount' },
    paid: { count: 'successPayoutCount', amount: 'successPayoutAmount' },
    rate: 'payoutSuccessRate',
    fee: 'payoutFee',
  },
} as const
