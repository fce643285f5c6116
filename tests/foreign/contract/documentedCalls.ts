import { parseShape, type Shape } from './shape.ts'

/**
 * The documented calls with their documented fields, written from the contract alone and not from the tables of the product: what this
 * file does not name, other gateways need not have.
 */

const SHAPES: Record<string, string> = {
  Paging: 'offset limit page sort',
  Range: 'startDate endDate',
  OrderFilter: `
    $Range dateField orderNo merchantOrderNo platOrderNo payOrderNo accountNumber payerName receiveAccount receiveName bankCode
    status payMethod payChannel type minAmount maxAmount notifyStatus merchantNo`,
  PayOrder: `
    id merchantNo merchantName merchantOrderNo platOrderNo payOrderNo platAccountId currency type payMethod payChannel bankCode bankName
    accountNumber accountHoldName payerName payerAccountNumber receiveName receiveAccount mobile payAmount payFee serviceFee feeType
    status expiryPeriod responseMessage receipt notifyStatus notifyAttempts lastNotifyTime createTime updateTime completeTime
    history{time status text}`,
  Summary: `
    totalPayinCount totalPayinAmount successPayinCount successPayinAmount payinFee
    totalPayoutCount totalPayoutAmount successPayoutCount successPayoutAmount payoutFee`,
  Balance: 'currency available total payinFreeze payoutFreeze',
  Merchant: `
    merchantNo merchantName username mobile type status feeType feeRate merchantFee payinNotifyAddress payoutNotifyAddress otpEnabled
    createTime lastLoginTime`,
  Record: `
    id type merchantNo platOrderNo merchantOrderNo currency payAmount payFee serviceFee transferFee payMethod payChannel bankCode bankName
    accountNumber accountHoldName payerName payerAccountNumber receiveName receiveAccount receiveMerchantNo status expiryPeriod
    responseMessage receipt remark createTime updateTime completeTime`,
  Signed: '_timestamp _sign',
  Login: 'status data{token menuList needOtp otpAuthUrl}',
  IpLists: 'apiWhiteIp loginWhiteIp currentIp',
  Secret: `
    merchantNo merchantPublicKey platPublicKey platPrivateKey secret payinNotifyAddress payoutNotifyAddress updateTime`,
  Notify: 'id notifyStatus notifyAttempts lastNotifyTime responseMessage',
  NewMerchant: 'merchantName username pwd pwd2 feeType feeRate merchantFee mobile',
  EntryFilter: '$Range type platOrderNo merchantOrderNo minAmount maxAmount orderNo',
  Entry: `
    id createTime type platOrderNo merchantOrderNo currency payAmount payFee beforeAvailable afterAvailable beforeTotal afterTotal
    beforePayinFreeze afterPayinFreeze beforePayoutFreeze afterPayoutFreeze remark`,
}

/**
 * Method, path, how the reply is wrapped, encoding of the body, whether a 401 ends the session, fields of the query `|` fields of the
 * body; indented, fields of the reply. Without `|`, the fields of a GET are in the query and those of another call in the body.
 */
const CALLS = `
POST /api/auth/login body form stays username password
  $Login
POST /api/auth/login/otp body form stays otp
  $Login
POST /api/auth/logout body form stays
  status
POST /api/merchant/reset-pwd item form ends pwd pwd2 | oldPwd
  changed
POST /api/merchant/reset-txn-pwd item form ends pwd pwd2 | oldPwd
  changed
POST /api/plat/merchant/reset-otp-status item form ends merchantNo status otp
  merchantNo otpEnabled
POST /api/plat/merchant/reset-otp-secret item form ends merchantNo
  merchantNo otpEnabled enrolled
GET /api/index/enums item none ends locales
  *{*}
GET /api/index/ item none ends
  date currency today{$Summary} yesterday{$Summary} balance{$Balance}
GET /api/index/daily-chart item none ends
  date $Summary
GET /api/merchant/method item none ends
  payMethod payChannel type feeType feeRate merchantFee minAmount maxAmount status
GET /api/merchant/bank item none ends
  bankCode bankName status
GET /api/merchant/info item none ends
  $Merchant
GET /api/merchant/ip-list item none ends
  $IpLists
POST /api/merchant/ip-list item form ends apiWhiteIp loginWhiteIp txnPwd
  $IpLists
GET /api/merchant/secret item none ends
  $Secret
POST /api/merchant/secret item form ends action merchantPublicKey payinNotifyAddress payoutNotifyAddress txnPwd target
  $Secret
POST /api/merchant/create item form ends $NewMerchant nationalId status payinNotifyAddress payoutNotifyAddress
  $Merchant
GET /api/agent/dashboard/index item none ends $Range merchantNo
  range{$Range} merchantCount summary{$Summary}
GET /api/agent/dashboard/latest item none ends $Range merchantNo
  date merchantNo merchantName $Summary
GET /api/agent/merchant/list item none ends
  merchantNo merchantName username mobile type status feeType feeRate merchantFee otpEnabled createTime lastLoginTime
GET /api/agent/merchant/merchant-data item none ends merchantNo $Range
  merchant{$Merchant} summary{$Summary} days{date $Summary}
POST /api/agent/txn/payin rows json ends $Paging | $OrderFilter
  $PayOrder
POST /api/agent/txn/payout rows json ends $Paging | $OrderFilter
  $PayOrder
POST /api/transaction/checkout-list rows json ends $Paging | $OrderFilter
  $PayOrder checkoutUrl
POST /api/transaction/payin rows json ends $Paging | $OrderFilter
  $PayOrder
POST /api/transaction/usdt/payin rows json ends $Paging | $OrderFilter
  $PayOrder
POST /api/transaction/payout rows json ends $Paging | $OrderFilter
  $PayOrder
POST /api/transaction/usdt/payout rows json ends $Paging | $OrderFilter
  $PayOrder
POST /api/transaction/payin-count item json ends $OrderFilter
  totalPayinCount totalPayinAmount successPayinCount successPayinAmount payinFee byStatus{*{count amount}}
POST /api/transaction/payout-count item json ends $OrderFilter
  totalPayoutCount totalPayoutAmount successPayoutCount successPayoutAmount payoutFee byStatus{*{count amount}}
POST /api/transaction/merchant-transfer rows json ends $Paging | $OrderFilter
  $Record
POST /api/transaction/merchant-recharge rows json ends $Paging | $OrderFilter
  $Record
POST /api/transaction/merchant-withdraw rows json ends $Paging | $OrderFilter
  $Record
POST /api/transaction/vanumber item json ends accountNumber
  $PayOrder
GET /api/transaction/pay-channel item none ends type
  payChannel name payMethod minAmount maxAmount
GET /api/transaction/merchant item none ends
  merchantNo merchantName type self transferable
POST /api/transaction/payin/notify item form ends id
  $Notify
POST /api/transaction/usdt/payin/notify item form ends id
  $Notify
POST /api/transaction/payout/notify item form ends id
  $Notify
POST /api/transaction/usdt/payout/notify item form ends id
  $Notify
POST /api/transaction/payin/{id} item form ends action
  $PayOrder
POST /api/transaction/payout/{id} item form ends action
  $PayOrder
GET /api/transaction/receipt item none ends merchantOrderNo
  merchantOrderNo platOrderNo merchantName bankName receiveName receiveAccount payAmount payFee status completeTime receipt
POST /api/account/transfer item json ends $Signed merchantOrderNo receiveMerchantNo payAmount remark txnPwd
  $Record
GET /api/account/info item none ends
  $Balance withdraw{min max serviceFee} transfer{min max transferFee} recharge{min max}
  settle{bankCode bankName accountNumber accountHoldName} txnPwdSet
GET /api/account/daily rows none ends $Paging $Range merchantNo
  date $Summary rechargeAmount withdrawAmount transferInAmount transferOutAmount endingBalance
GET /api/account/detail rows none ends $Paging $EntryFilter
  $Entry
GET /api/account/recharge-offline item none ends
  accounts{bankCode bankName receiveAccount receiveName} record{$Record}
POST /api/account/recharge-offline item json ends $Signed merchantOrderNo payAmount bankCode payerName payerAccountNumber receipt remark
  $Record
POST /api/account/recharge-offline-check/{id} item form ends
  $Record
POST /api/account/recharge-online item json ends $Signed merchantOrderNo payAmount payChannel
  $Record accountNumber payUrl qrText expiryPeriod
POST /api/account/withdraw item json ends $Signed merchantOrderNo payAmount bankCode accountNumber accountHoldName remark txnPwd
  $Record
POST /api/account/sub rows json ends $Paging | merchantNo merchantName username status $Range
  $Merchant available
PUT /api/account/sub item json ends $NewMerchant
  $Merchant
PUT /api/account/update-sub item json ends merchantNo merchantName mobile feeType feeRate merchantFee status pwd pwd2
  $Merchant
POST /api/simulation/payin item form ends merchantOrderNo |
  before order{$PayOrder} notify{notifyStatus notifyAttempts}
POST /api/simulation/payout item form ends merchantOrderNo |
  before order{$PayOrder} notify{notifyStatus notifyAttempts}
GET /api/merchant/export/payout file none ends $OrderFilter sort locales
GET /api/merchant/export/payin file none ends $OrderFilter sort locales
GET /api/merchant/export/detail file none ends $EntryFilter sort locales
GET /mockapi/users body none stays
GET /mockapi/currentUser body none stays
POST /api/index/locale body form stays locale
  status
GET /api/index/notices item none stays
  id type title description datetime read notifyType notifyMsg loanAppId
POST /api/index/notices/clear item form ends type
  remaining
GET /api/index/activities item none ends
  id time actor action target text
GET /api/index/system-config item none ends
  systemConfig{mapsKey mapsHosts contactHighlight* smsHighlight* openConfig{hiddenMenus docUrl}} openConfig{hiddenMenus docUrl}
  companySystemInfo{name logo} companyInfoList{name merchantNo}
POST /api/client/page-view none json stays path title at
POST /api/client/error none json stays message stack path version build host
GET /api/exception/{code} item none ends
GET /healthz body none stays
  status version build
GET /docs/ file none stays`

export interface DocumentedCall {
  method: string
  path: string
  matches: RegExp
  wrapping: 'body' | 'item' | 'rows' | 'file' | 'none'
  encoding: 'form' | 'json' | 'none'
  endsSession: boolean
  query: Shape
  body: Shape
  replies: Shape
}

export const documentedCalls: readonly DocumentedCall[] = CALLS.trim()
  .split(/\n(?=\S)/)
  .map((text) => {
    const [head = '', ...fields] = text.split('\n')
    const [method = '', path = '', wrapping, encoding, end, ...asked] = head.split(' ')
    const [first = '', second] = asked.join(' ').split('|')
    const [query, body] = second === undefined && method !== 'GET' ? ['', first] : [first, second ?? '']
    return {
      method,
      path,
      // The path answers without its final slash, too.
      matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`),
      wrapping: wrapping as DocumentedCall['wrapping'],
      encoding: encoding as DocumentedCall['encoding'],
      endsSession: end === 'ends',
      query: parseShape(query, SHAPES),
      body: parseShape(body, SHAPES),
      replies: parseShape(fields.join(' '), SHAPES),
    }
  })

/** The documented call of a request, if there is one. Paths without a parameter come before those with one. */
export const documentedCall = (method: string, path: string): DocumentedCall | undefined =>
  documentedCalls
    .filter((call) => call.method === method && call.matches.test(path))
    .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))[0]
