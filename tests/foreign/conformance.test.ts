import { expect, test } from 'vitest'
import { parsePermissions } from '#contract/authority.ts'
import { sha256Hex } from '../../src/api/sha256Hex.ts'
import { type CallReport, checkGateway } from '../../src/conformance/checkGateway.ts'
import { reportText } from '../../src/conformance/reportTexts.ts'
import { createI18n } from '../../src/i18n.ts'
import { seedGateway } from './seed/seedGateway.ts'
import { BAREST, type Switches, USUAL } from './seed/switches.ts'

const NOW = Date.UTC(2026, 10, 23, 5)

async function check(switches: Switches, username: string, fetch = seedGateway(switches, NOW).fetch): Promise<CallReport[]> {
  const body = new URLSearchParams({ username, password: sha256Hex('Paydesk-Demo1') })
  const login = (await (await fetch('/api/auth/login', { method: 'POST', body })).json()) as {
    data: { token: string; menuList: string }
  }
  const access = {
    fetch,
    address: '',
    token: login.data.token,
    language: 'en',
    permissions: parsePermissions(login.data.menuList),
    days: { startDate: '2026-11-17', endDate: '2026-11-23' },
  }
  return Array.fromAsync(checkGateway(access))
}

async function textOf(reports: CallReport[], locale: 'en' | 'zh' = 'en'): Promise<string> {
  const i18n = createI18n({ with: ['developer'] })
  await i18n.use(locale)
  return reportText(reports, i18n.t)
}

test('a gateway that serves the calls of the specification', async () => {
  expect(await textOf(await check(USUAL, 'merchant'))).toMatchInlineSnapshot(`
    "Call                                     Outcome           Found in
    ---------------------------------------  ----------------  ------------------
    GET /api/merchant/info                   Served            item
        Without: merchantName, username, mobile, feeRate, merchantFee, payinNotifyAddress, payoutNotifyAddress,
            otpEnabled, createTime, lastLoginTime
    GET /api/index/enums                     Served            item
    GET /api/index/system-config             Not served (404)  –
        No company name, no hidden menus
    GET /api/index/                          Served            item
        Without: date, currency, today.payinFee, today.payoutFee, yesterday.payinFee, yesterday.payoutFee, balance
    GET /api/index/daily-chart               Served            item, 7 rows
        Without: payinFee, payoutFee
    GET /api/index/activities                Not served (404)  –
        No notices or activities
    GET /api/index/notices                   Not served (404)  –
        No notices or activities
    POST /api/transaction/payin              Served            data.item, 20 rows
        Without: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payin-count        Served            item
        Without: payinFee, byStatus
    POST /api/transaction/payout             Served            data.item, 20 rows
        Without: merchantName, currency, payerName, payerAccountNumber, receiveName, receiveAccount, serviceFee,
            expiryPeriod, responseMessage, receipt, updateTime, payOrderNo, platAccountId, type, mobile, feeType,
            notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payout-count       Served            item
        Without: payoutFee, byStatus
    POST /api/transaction/checkout-list      Served            data.item, 20 rows
        Without: merchantName, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt,
            updateTime, payOrderNo, platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts,
            lastNotifyTime, checkoutUrl
    POST /api/transaction/merchant-recharge  Served            data.item, 20 rows
        Without: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, transferFee, payMethod, receiveMerchantNo, remark
    POST /api/transaction/merchant-withdraw  Served            data.item, 20 rows
        Without: merchantNo, platOrderNo, currency, bankCode, accountHoldName, payerName, payerAccountNumber,
            receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage, receipt, updateTime,
            type, transferFee, payMethod, payChannel, receiveMerchantNo, remark
    POST /api/transaction/merchant-transfer  Served            data.item, 20 rows
        Without: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, payMethod, payChannel, remark
    GET /api/account/info                    Served            item
        Without: currency, withdraw, transfer, recharge, settle, txnPwdSet
    GET /api/account/daily                   Served            data.item, 7 rows
        Without: payinFee, payoutFee, rechargeAmount, withdrawAmount, transferInAmount, transferOutAmount,
            endingBalance
    GET /api/account/detail                  Served            data.item, 20 rows
        The filter by number is ignored: only the first rows of the list are searched for an order
        Without: currency, beforeTotal, afterTotal, beforePayinFreeze, afterPayinFreeze, beforePayoutFreeze,
            afterPayoutFreeze, merchantOrderNo, payFee, remark
    GET /api/account/recharge-offline        Served            item
        Without: record
    GET /api/merchant/method                 Served            item, 1 row
        Without: type, feeType, merchantFee, minAmount, maxAmount, status
    GET /api/merchant/bank                   Served            item, 1 row
        Without: status
    GET /api/transaction/pay-channel         Served            item, 1 row
        Without: name, minAmount, maxAmount
    GET /api/transaction/merchant            Served            item, 2 rows
        Without: merchantName, type, self, transferable
    GET /api/merchant/ip-list                Served            item
        Without: currentIp
    GET /api/merchant/secret                 Served            item
        Without: merchantNo, platPrivateKey, payinNotifyAddress, payoutNotifyAddress, updateTime
    POST /api/account/sub                    Served            data.item, 20 rows
        Without: merchantName, username, mobile, type, feeRate, payinNotifyAddress, payoutNotifyAddress,
            otpEnabled, createTime, lastLoginTime, available
    POST /api/transaction/vanumber           Served            data.item, 1 row
        Without: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    GET /api/transaction/receipt             Served            item
        Without: platOrderNo, merchantName, bankName, receiveName, receiveAccount, payFee, completeTime
    GET /api/merchant/export/payin           Served            –
    GET /api/merchant/export/payout          Served            –
    GET /api/merchant/export/detail          Served            –
    GET /healthz                             Not served (404)  –
        Monitoring can’t check whether it is up
    GET /docs/                               Not served (404)  –
        The link to the documents is broken

    28 of 33 calls served, 24 with gaps"
  `)
})

test('a gateway that differs in everything', async () => {
  expect(await textOf(await check(BAREST, 'merchant'))).toMatchInlineSnapshot(`
    "Call                                     Outcome                        Found in
    ---------------------------------------  -----------------------------  ------------------------
    GET /api/merchant/info                   Served                         the response body
        Without: merchantName, username, mobile, type, status, feeType, feeRate, merchantFee, payinNotifyAddress,
            payoutNotifyAddress, otpEnabled, createTime, lastLoginTime
    GET /api/index/enums                     Not understood (200)           –
        Statuses and channels are shown as sent
    GET /api/index/system-config             Not served (401)               –
        No company name, no hidden menus
    GET /api/index/                          Not understood (200)           –
        No figures on the dashboard
    GET /api/index/daily-chart               Served                         the response body, 0 rows
    GET /api/index/activities                Not served (401)               –
        No notices or activities
    GET /api/index/notices                   Not served (401)               –
        No notices or activities
    POST /api/transaction/payin              Served                         the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Without: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payin-count        Not understood (200)           –
        No figures above the list
    POST /api/transaction/payout             Served                         the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Without: merchantName, currency, payerName, payerAccountNumber, receiveName, receiveAccount, serviceFee,
            expiryPeriod, responseMessage, receipt, updateTime, payOrderNo, platAccountId, type, mobile, feeType,
            notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payout-count       Not understood (200)           –
        No figures above the list
    POST /api/transaction/checkout-list      Served                         the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Without: merchantName, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt,
            updateTime, payOrderNo, platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts,
            lastNotifyTime, checkoutUrl
    POST /api/transaction/merchant-recharge  Served                         the response body, 20 rows
        No total: pages are counted as they are read
        Without: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, transferFee, payMethod, receiveMerchantNo, remark
    POST /api/transaction/merchant-withdraw  Served                         the response body, 20 rows
        No total: pages are counted as they are read
        Without: merchantNo, platOrderNo, currency, bankCode, accountHoldName, payerName, payerAccountNumber,
            receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage, receipt, updateTime,
            type, transferFee, payMethod, payChannel, receiveMerchantNo, remark
    POST /api/transaction/merchant-transfer  Served                         the response body, 20 rows
        No total: pages are counted as they are read
        Without: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, payMethod, payChannel, remark
    GET /api/account/info                    Served                         the response body
        Without: payinFreeze, payoutFreeze, currency, withdraw, transfer, recharge, settle, txnPwdSet
    GET /api/account/daily                   Served                         the response body, 0 rows
        No total: pages are counted as they are read
    GET /api/account/detail                  Served                         the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Without: currency, beforeAvailable, afterAvailable, beforeTotal, afterTotal, beforePayinFreeze,
            afterPayinFreeze, beforePayoutFreeze, afterPayoutFreeze, merchantOrderNo, payFee, remark
    GET /api/account/recharge-offline        Served                         the response body
        Without: accounts
    GET /api/merchant/method                 Served                         the response body, 1 row
        Without: type, feeType, merchantFee, minAmount, maxAmount, status
    GET /api/merchant/bank                   Served                         the response body, 1 row
        Without: status
    GET /api/transaction/pay-channel         Served                         the response body, 1 row
        Without: name, minAmount, maxAmount
    GET /api/transaction/merchant            Served                         the response body, 2 rows
        Without: merchantName, type, self, transferable
    GET /api/merchant/ip-list                Served                         the response body
        Without: currentIp
    GET /api/merchant/secret                 Served                         the response body
        Without: merchantNo, merchantPublicKey, platPublicKey, platPrivateKey, payinNotifyAddress,
            payoutNotifyAddress, updateTime
    POST /api/account/sub                    Served                         the response body, 20 rows
        No total: pages are counted as they are read
        Without: merchantName, username, mobile, type, status, feeType, feeRate, merchantFee, payinNotifyAddress,
            payoutNotifyAddress, otpEnabled, createTime, lastLoginTime, available
    POST /api/transaction/vanumber           Served                         the response body, 1 row
        Without: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    GET /api/transaction/receipt             Not tried: no row to test with  –
    GET /api/merchant/export/payin           Served                         –
    GET /api/merchant/export/payout          Served                         –
    GET /api/merchant/export/detail          Served                         –
    GET /healthz                             Not served (401)               –
        Monitoring can’t check whether it is up
    GET /docs/                               Not served (401)               –
        The link to the documents is broken

    23 of 32 calls served, 19 with gaps"
  `)
})

test('a gateway that does not answer', async () => {
  const { fetch } = seedGateway(USUAL, NOW)
  const reports = await check(USUAL, 'agent', async (input, init) => {
    if (String(input).startsWith('/api/agent/txn')) throw new TypeError('fetch failed')
    return String(input).startsWith('/api/agent/dashboard') ? new Response('<html>', { status: 502 }) : fetch(input, init)
  })
  const failed = reports.filter(({ outcome }) => outcome === 'failed')
  expect(failed.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'agentDashboard 502',
    'agentLatest 502',
    'agentPayinList null',
    'agentPayoutList null',
  ])
})

test('a check that is stopped makes no further call', async () => {
  const gateway = seedGateway(USUAL, NOW)
  const stop = new AbortController()
  const calls = checkGateway(
    {
      fetch: gateway.fetch,
      address: '',
      token: 'none',
      language: 'en',
      permissions: ['user', 'normal'],
      days: { startDate: '2026-11-17', endDate: '2026-11-23' },
    },
    stop.signal,
  )
  await calls.next()
  stop.abort()
  await expect(calls.next()).rejects.toThrow('aborted')
  expect(gateway.asked).toHaveLength(1)
})

test('the columns of the report align where characters take two columns of a terminal', async () => {
  const [head, rule, ...lines] = (await textOf(await check(BAREST, 'merchant'), 'zh')).split('\n')
  const columnsOf = (line: string) => line.replace(/[\u2e80-\uffef]/g, 'xx')
  const starts = [...rule!.matchAll(/-+/g)].map(({ index }) => index)
  const rows = [head!, ...lines.filter((line) => /^(GET|POST) /.test(line))].map(columnsOf)
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter((row) => starts.slice(1).some((at) => row.slice(at - 2, at) !== '  ' || row[at] === ' '))).toEqual([])
})
