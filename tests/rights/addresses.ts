/** A guest, and the accounts of the demo by sign-in name. */
export const ACCOUNTS = ['guest', 'merchant', 'submerchant', 'usdt', 'agent', 'staff', 'restricted'] as const
export type Account = (typeof ACCOUNTS)[number]

/**
 * Expected result of opening an address, per account, from the specification:
 *
 *     screen  the screen opens with its title and makes its call
 *     403     the 403 page, without any call
 *     404     the 404 page
 *     login   the sign-in page, which returns to the address after sign-in
 *     home    the start page of the account; `/` itself is home
 *     tab     the documentation opens in a new tab, and the page stays
 *
 * Maintained by hand. `restricted` is a merchant with the permissions for the payin list and virtual accounts only.
 */
const TABLE = `
  address                        guest  merchant submerchant usdt   agent  staff  restricted  title                        asks

  /                              login  home     home        home   home   home   home        -                            -
  /user                          login  home     home        home   home   home   home        -                            -
  /user/login                    screen home     home        home   home   home   home        Sign in                      -

  /dashboard                     login  screen   403         403    403    screen 403         Dashboard                    GET /api/index/
  /dashboard-sub                 login  403      screen      403    403    403    403         Dashboard                    GET /api/index/
  /dashboard-usdt                login  403      403         screen 403    403    403         Dashboard                    GET /api/index/
  /dashboard-a                   login  403      403         403    screen 403    403         Daily summary                GET /api/agent/dashboard/latest
  /merchant-list-a               login  403      403         403    screen 403    403         Merchant list                GET /api/agent/merchant/list
  /transaction/payin-a           login  403      403         403    screen 403    403         Payin                        POST /api/agent/txn/payin
  /transaction/payout-a          login  403      403         403    screen 403    403         Payout                       POST /api/agent/txn/payout

  /account/daily                 login  screen   403         403    403    403    403         Daily summary                GET /api/account/daily
  /account/detail                login  screen   403         403    403    403    403         Account detail               GET /api/account/detail
  /account/withdraw              login  screen   403         403    403    403    403         Withdraw                     GET /api/account/info
  /account/transfer-merchant     login  screen   403         403    403    403    403         Merchant transfer            GET /api/transaction/merchant
  /account/info                  login  screen   403         403    403    403    403         Account info                 GET /api/account/info
  /account/recharge              login  screen   403         403    403    403    403         Recharge                     GET /api/account/info
  /accountsub/detail-sub         login  403      screen      403    403    403    403         Account detail               GET /api/account/detail

  /transaction/withdraw          login  screen   403         403    403    screen 403         Withdraw detail              POST /api/transaction/merchant-withdraw
  /transaction/payin             login  screen   403         403    403    screen screen      Payin                        POST /api/transaction/payin
  /transaction/payout            login  screen   403         403    403    screen 403         Payout                       POST /api/transaction/payout
  /transaction/checkout-list     login  screen   403         403    403    screen 403         Checkout list                POST /api/transaction/checkout-list
  /transaction/recharge          login  screen   403         403    403    screen 403         Recharge records             POST /api/transaction/merchant-recharge
  /transactionsub/payin-sub      login  403      screen      403    403    403    403         Payin                        POST /api/transaction/payin
  /transactionsub/payout-sub     login  403      screen      403    403    403    403         Payout                       POST /api/transaction/payout
  /transactionsub/checkout-sub-list login 403    screen      403    403    403    403         Checkout list                POST /api/transaction/checkout-list
  /transactionusdt/payin         login  403      403         screen 403    screen 403         USDT payin                   POST /api/transaction/usdt/payin
  /transactionusdt/payout        login  403      403         screen 403    screen 403         USDT payout                  POST /api/transaction/usdt/payout

  /merchant/info                 login  screen   403         403    403    403    403         Merchant info                GET /api/merchant/bank
  /merchant/secret               login  screen   403         403    403    403    403         Keys                         GET /api/merchant/secret
  /merchant/iplist               login  screen   403         403    403    403    403         IP whitelist                 GET /api/merchant/ip-list
  /merchant/subMerchant          login  screen   403         403    403    403    403         Sub-merchants                POST /api/account/sub
  /merchant/subMerchant/create   login  screen   403         403    403    403    403         Create sub-merchant          -
  /merchant-usdt/info            login  403      403         screen 403    403    403         Merchant info                GET /api/merchant/bank
  /merchant-usdt/secret          login  403      403         screen 403    403    403         Keys                         GET /api/merchant/secret
  /merchant-usdt/iplist          login  403      403         screen 403    403    403         IP whitelist                 GET /api/merchant/ip-list

  /dev-center/simulation         login  screen   403         403    403    screen 403         Simulation                   -
  /dev-center/doc                login  tab      403         403    403    tab    tab         -                            -
  /dev-center/callbacks          login  screen   screen      screen 403    screen 403         Callbacks                    GET /api/merchant/callbacks
  /dev-center/signature          login  screen   screen      screen screen screen screen      Signature                    -
  /plat/otp                      login  403      403         403    403    screen 403         Passcode reset               -
  /plat/gateway                  login  403      403         403    403    screen 403         Check this gateway           -

  /settings/password             login  screen   screen      screen screen screen screen      Change password              -
  /settings/txn-password         login  screen   403         screen 403    403    403         Change transaction password  -
  /reconcile                     login  screen   screen      screen screen screen screen      Reconcile a statement        -
  /runs                          login  screen   screen      screen screen screen screen      Bulk runs                    -
  /settings/history              login  screen   screen      screen screen screen screen      Command history              POST /api/index/deeds
  /settings/preferences          login  screen   screen      screen screen screen screen      Preferences                  -

  /result/success                login  screen   screen      screen screen screen screen      Result                       -
  /result/fail                   login  screen   screen      screen screen screen screen      Result                       -
  /form/step-form/result         login  screen   screen      screen screen screen screen      Result                       -
  /exception/403                 screen screen   screen      screen screen screen screen      403 page                     -
  /exception/404                 screen screen   screen      screen screen screen screen      404 page                     -
  /exception/500                 screen screen   screen      screen screen screen screen      500 page                     -
  /exception/trigger             screen screen   screen      screen screen screen screen      Trigger an error             -

  /exception/nowhere             404    404      404         404    404    404    404         404 page                     -
  /transaction/nowhere           login  404      404         404    404    404    404         404 page                     -
  /nowhere                       login  404      404         404    404    404    404         404 page                     -
`

/** The first page after sign-in. */
export const START_PAGES: Record<Exclude<Account, 'guest'>, string> = {
  merchant: '/dashboard',
  submerchant: '/dashboard-sub',
  usdt: '/dashboard-usdt',
  agent: '/dashboard-a',
  staff: '/dashboard',
  restricted: '/transaction/payin',
}

export type AddressOutcome = 'screen' | '403' | '404' | 'login' | 'home' | 'tab'

export interface Address {
  address: string
  outcomes: Record<Account, AddressOutcome>
  /** English title of the screen; null for `-`. */
  title: string | null
  /** The call the screen makes for its content; null when it makes none. */
  call: string | null
}

const NOTHING = '-'

export const addresses: readonly Address[] = TABLE.trim()
  .split('\n')
  .slice(1)
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [address = '', ...cells] = line.trim().split(/\s+/)
    const outcomes = Object.fromEntries(ACCOUNTS.map((person, index) => [person, cells[index] as AddressOutcome])) as Record<
      Account,
      AddressOutcome
    >
    const [title = NOTHING, call = NOTHING] = line
      .trim()
      .split(/\s{2,}/)
      .slice(-2)
    return { address, outcomes, title: title === NOTHING ? null : title, call: call === NOTHING ? null : call }
  })

/** The addresses with a screen for this account. */
export const screensOf = (person: Account): string[] =>
  addresses.filter(({ outcomes }) => outcomes[person] === 'screen').map(({ address }) => address)
