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

/** Method, path, how the reply is wrapped, fields of the request in query and body; indented, fields of the reply. */
const CALLS = `
POST /api/auth/login body username password
  $Login
POST /api/auth/login/otp body otp
  $Login
POST /api/auth/logout body
  status
POST /api/merchant/reset-pwd item pwd pwd2 oldPwd
  changed
POST /api/merchant/reset-txn-pwd item pwd pwd2 oldPwd
  changed
POST /api/plat/merchant/reset-otp-status item merchantNo status otp
  merchantNo otpEnabled
POST /api/plat/merchant/reset-otp-secret item merchantNo
  merchantNo otpEnabled enrolled
GET /api/index/enums item locales
  *{*}
GET /api/index/ item
  date currency today{$Summary} yesterday{$Summary} balance{$Balance}
GET /api/index/daily-chart item
  date $Summary
GET /api/merchant/method item
  payMethod payChannel type feeType feeRate merchantFee minAmount maxAmount status
GET /api/merchant/bank item
  bankCode bankName status
GET /api/merchant/info item
  $Merchant
GET /api/merchant/ip-list item
  $IpLists
POST /api/merchant/ip-list item apiWhiteIp loginWhiteIp txnPwd
  $IpLists
GET /api/merchant/secret item
  $Secret
POST /api/merchant/secret item action merchantPublicKey payinNotifyAddress payoutNotifyAddress txnPwd target
  $Secret
POST /api/merchant/create item $NewMerchant nationalId status payinNotifyAddress payoutNotifyAddress
  $Merchant
GET /api/agent/dashboard/index item $Range merchantNo
  range{$Range} merchantCount summary{$Summary}
GET /api/agent/dashboard/latest item $Range merchantNo
  date merchantNo merchantName $Summary
GET /api/agent/merchant/list item
  merchantNo merchantName username mobile type status feeType feeRate merchantFee otpEnabled createTime lastLoginTime
GET /api/agent/merchant/merchant-data item merchantNo $Range
  merchant{$Merchant} summary{$Summary} days{date $Summary}
POST /api/agent/txn/payin rows $Paging $OrderFilter
  $PayOrder
POST /api/agent/txn/payout rows $Paging $OrderFilter
  $PayOrder
POST /api/transaction/checkout-list rows $Paging $OrderFilter
  $PayOrder checkoutUrl
POST /api/transaction/payin rows $Paging $OrderFilter
  $PayOrder
POST /api/transaction/usdt/payin rows $Paging $OrderFilter
  $PayOrder
POST /api/transaction/payout rows $Paging $OrderFilter
  $PayOrder
POST /api/transaction/usdt/payout rows $Paging $OrderFilter
  $PayOrder
POST /api/transaction/payin-count item $OrderFilter
  totalPayinCount totalPayinAmount successPayinCount successPayinAmount payinFee byStatus{*{count amount}}
POST /api/transaction/payout-count item $OrderFilter
  totalPayoutCount totalPayoutAmount successPayoutCount successPayoutAmount payoutFee byStatus{*{count amount}}
POST /api/transaction/merchant-transfer rows $Paging $OrderFilter
  $Record
POST /api/transaction/merchant-recharge rows $Paging $OrderFilter
  $Record
POST /api/transaction/merchant-withdraw rows $Paging $OrderFilter
  $Record
POST /api/transaction/vanumber item accountNumber
  $PayOrder
GET /api/transaction/pay-channel item type
  payChannel name payMethod minAmount maxAmount
GET /api/transaction/merchant item
  merchantNo merchantName type self transferable
POST /api/transaction/payin/notify item id
  $Notify
POST /api/transaction/usdt/payin/notify item id
  $Notify
POST /api/transaction/payout/notify item id
  $Notify
POST /api/transaction/usdt/payout/notify item id
  $Notify
POST /api/transaction/payin/{id} item action
  $PayOrder
POST /api/transaction/payout/{id} item action
  $PayOrder
GET /api/transaction/receipt item merchantOrderNo
  merchantOrderNo platOrderNo merchantName bankName receiveName receiveAccount payAmount payFee status completeTime receipt
POST /api/account/transfer item $Signed merchantOrderNo receiveMerchantNo payAmount remark txnPwd
  $Record
GET /api/account/info item
  $Balance withdraw{min max serviceFee} transfer{min max transferFee} recharge{min max}
  settle{bankCode bankName accountNumber accountHoldName} txnPwdSet
GET /api/account/daily rows $Paging $Range merchantNo
  date $Summary rechargeAmount withdrawAmount transferInAmount transferOutAmount endingBalance
GET /api/account/detail rows $Paging $EntryFilter
  $Entry
GET /api/account/recharge-offline item
  accounts{bankCode bankName receiveAccount receiveName} record{$Record}
POST /api/account/recharge-offline item $Signed merchantOrderNo payAmount bankCode payerName payerAccountNumber receipt remark
  $Record
POST /api/account/recharge-offline-check/{id} item
  $Record
POST /api/account/recharge-online item $Signed merchantOrderNo payAmount payChannel
  $Record accountNumber payUrl qrText expiryPeriod
POST /api/account/withdraw item $Signed merchantOrderNo payAmount bankCode accountNumber accountHoldName remark txnPwd
  $Record
POST /api/account/sub rows $Paging merchantNo merchantName username status $Range
  $Merchant available
PUT /api/account/sub item $NewMerchant
  $Merchant
PUT /api/account/update-sub item merchantNo merchantName mobile feeType feeRate merchantFee status pwd pwd2
  $Merchant
POST /api/simulation/payin item merchantOrderNo
  before order{$PayOrder} notify{notifyStatus notifyAttempts}
POST /api/simulation/payout item merchantOrderNo
  before order{$PayOrder} notify{notifyStatus notifyAttempts}
GET /api/merchant/export/payout file $OrderFilter sort locales
GET /api/merchant/export/payin file $OrderFilter sort locales
GET /api/merchant/export/detail file $EntryFilter sort locales
GET /mockapi/users body
GET /mockapi/currentUser body
POST /api/index/locale body locale
  status
GET /api/index/notices item
  id type title description datetime read notifyType notifyMsg loanAppId
POST /api/index/notices/clear item type
  remaining
GET /api/index/activities item
  id time actor action target text
GET /api/index/system-config item
  systemConfig{mapsKey mapsHosts contactHighlight* smsHighlight* openConfig{hiddenMenus docUrl}} openConfig{hiddenMenus docUrl}
  companySystemInfo{name logo} companyInfoList{name merchantNo}
POST /api/client/page-view none path title at
POST /api/client/error none message stack path version build host
GET /api/exception/{code} item
GET /healthz body
  status version build
GET /docs/ file`

export interface DocumentedCall {
  method: string
  path: string
  matches: RegExp
  wrapping: 'body' | 'item' | 'rows' | 'file' | 'none'
  asks: Shape
  replies: Shape
}

export const documentedCalls: readonly DocumentedCall[] = CALLS.trim()
  .split(/\n(?=\S)/)
  .map((text) => {
    const [head = '', ...fields] = text.split('\n')
    const [method = '', path = '', wrapping, ...asks] = head.split(' ')
    return {
      method,
      path,
      // The path answers without its final slash, too.
      matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`),
      wrapping: wrapping as DocumentedCall['wrapping'],
      asks: parseShape(asks.join(' '), SHAPES),
      replies: parseShape(fields.join(' '), SHAPES),
    }
  })

/** The documented call of a request, if there is one. Paths without a parameter come before those with one. */
export const documentedCall = (method: string, path: string): DocumentedCall | undefined =>
  documentedCalls
    .filter((call) => call.method === method && call.matches.test(path))
    .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))[0]
