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
    "Call                                     Result               Location
    ---------------------------------------  -------------------  ------------------
    GET /api/merchant/info                   Supported            item
        Missing: merchantName, username, mobile, feeRate, merchantFee, payinNotifyAddress, payoutNotifyAddress,
            otpEnabled, createTime, lastLoginTime
    GET /api/index/enums                     Supported            item
    GET /api/index/system-config             Not supported (404)  –
        No company name, no hidden menus
    GET /api/index/                          Supported            item
        Missing: date, currency, today.payinFee, today.payoutFee, yesterday.payinFee, yesterday.payoutFee, balance
    GET /api/index/daily-chart               Supported            item, 7 rows
        Missing: payinFee, payoutFee
    GET /api/index/activities                Not supported (404)  –
        No notices or activities
    GET /api/index/notices                   Not supported (404)  –
        No notices or activities
    POST /api/transaction/payin              Supported            data.item, 20 rows
        Missing: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payin-count        Supported            item
        Missing: payinFee, byStatus
    POST /api/transaction/payout             Supported            data.item, 20 rows
        Missing: merchantName, currency, payerName, payerAccountNumber, receiveName, receiveAccount, serviceFee,
            expiryPeriod, responseMessage, receipt, updateTime, payOrderNo, platAccountId, type, mobile, feeType,
            notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payout-count       Supported            item
        Missing: payoutFee, byStatus
    POST /api/transaction/checkout-list      Supported            data.item, 20 rows
        Missing: merchantName, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt,
            updateTime, payOrderNo, platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts,
            lastNotifyTime, checkoutUrl
    POST /api/transaction/merchant-recharge  Supported            data.item, 20 rows
        Missing: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, transferFee, payMethod, receiveMerchantNo, remark
    POST /api/transaction/merchant-withdraw  Supported            data.item, 20 rows
        Missing: merchantNo, platOrderNo, currency, bankCode, accountHoldName, payerName, payerAccountNumber,
            receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage, receipt, updateTime,
            type, transferFee, payMethod, payChannel, receiveMerchantNo, remark
    POST /api/transaction/merchant-transfer  Supported            data.item, 20 rows
        Missing: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, payMethod, payChannel, remark
    GET /api/account/info                    Supported            item
        Missing: currency, withdraw, transfer, recharge, settle, txnPwdSet
    GET /api/account/daily                   Supported            data.item, 7 rows
        Missing: payinFee, payoutFee, rechargeAmount, withdrawAmount, transferInAmount, transferOutAmount,
            endingBalance
    GET /api/account/detail                  Supported            data.item, 20 rows
        The filter by number is ignored: only the first rows of the list are searched for an order
        Missing: currency, beforeTotal, afterTotal, beforePayinFreeze, afterPayinFreeze, beforePayoutFreeze,
            afterPayoutFreeze, merchantOrderNo, payFee, remark
    GET /api/account/recharge-offline        Supported            item
        Missing: record
    GET /api/merchant/method                 Supported            item, 1 row
        Missing: type, feeType, merchantFee, minAmount, maxAmount, status
    GET /api/merchant/bank                   Supported            item, 1 row
        Missing: status
    GET /api/transaction/pay-channel         Supported            item, 1 row
        Missing: name, minAmount, maxAmount
    GET /api/transaction/merchant            Supported            item, 2 rows
        Missing: merchantName, type, self, transferable
    GET /api/merchant/ip-list                Supported            item
        Missing: currentIp
    GET /api/merchant/secret                 Supported            item
        Missing: merchantNo, platPrivateKey, payinNotifyAddress, payoutNotifyAddress, updateTime
    POST /api/account/sub                    Supported            data.item, 20 rows
        Missing: merchantName, username, mobile, type, feeRate, payinNotifyAddress, payoutNotifyAddress,
            otpEnabled, createTime, lastLoginTime, available
    POST /api/transaction/vanumber           Supported            data.item, 1 row
        Missing: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    GET /api/transaction/receipt             Supported            item
        Missing: platOrderNo, merchantName, bankName, receiveName, receiveAccount, payFee, completeTime
    GET /api/merchant/export/payin           Supported            –
    GET /api/merchant/export/payout          Supported            –
    GET /api/merchant/export/detail          Supported            –
    GET /healthz                             Not supported (404)  –
        Monitoring can’t check whether it is up
    GET /docs/                               Not supported (404)  –
        The link to the documents is broken

    28 of 33 calls supported, 24 with gaps"
  `)
})

test('a gateway that differs in everything', async () => {
  expect(await textOf(await check(BAREST, 'merchant'))).toMatchInlineSnapshot(`
    "Call                                     Result                          Location
    ---------------------------------------  ------------------------------  --------------------------
    GET /api/merchant/info                   Supported                       the response body
        Missing: merchantName, username, mobile, type, status, feeType, feeRate, merchantFee, payinNotifyAddress,
            payoutNotifyAddress, otpEnabled, createTime, lastLoginTime
    GET /api/index/enums                     Not understood (200)            –
        Statuses and channels are shown as sent
    GET /api/index/system-config             Not supported (401)             –
        No company name, no hidden menus
    GET /api/index/                          Not understood (200)            –
        No figures on the dashboard
    GET /api/index/daily-chart               Supported                       the response body, 0 rows
    GET /api/index/activities                Not supported (401)             –
        No notices or activities
    GET /api/index/notices                   Not supported (401)             –
        No notices or activities
    POST /api/transaction/payin              Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Missing: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payin-count        Not understood (200)            –
        No figures above the list
    POST /api/transaction/payout             Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Missing: merchantName, currency, payerName, payerAccountNumber, receiveName, receiveAccount, serviceFee,
            expiryPeriod, responseMessage, receipt, updateTime, payOrderNo, platAccountId, type, mobile, feeType,
            notifyStatus, notifyAttempts, lastNotifyTime
    POST /api/transaction/payout-count       Not understood (200)            –
        No figures above the list
    POST /api/transaction/checkout-list      Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Missing: merchantName, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt,
            updateTime, payOrderNo, platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts,
            lastNotifyTime, checkoutUrl
    POST /api/transaction/merchant-recharge  Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        Missing: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, transferFee, payMethod, receiveMerchantNo, remark
    POST /api/transaction/merchant-withdraw  Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        Missing: merchantNo, platOrderNo, currency, bankCode, accountHoldName, payerName, payerAccountNumber,
            receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage, receipt, updateTime,
            type, transferFee, payMethod, payChannel, receiveMerchantNo, remark
    POST /api/transaction/merchant-transfer  Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        Missing: merchantNo, platOrderNo, currency, bankCode, bankName, accountNumber, accountHoldName, payerName,
            payerAccountNumber, receiveName, receiveAccount, payFee, serviceFee, expiryPeriod, responseMessage,
            receipt, updateTime, type, payMethod, payChannel, remark
    GET /api/account/info                    Supported                       the response body
        Missing: payinFreeze, payoutFreeze, currency, withdraw, transfer, recharge, settle, txnPwdSet
    GET /api/account/daily                   Supported                       the response body, 0 rows
        No total: pages are counted as they are read
    GET /api/account/detail                  Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        The filter by number is ignored: only the first rows of the list are searched for an order
        Missing: currency, beforeAvailable, afterAvailable, beforeTotal, afterTotal, beforePayinFreeze,
            afterPayinFreeze, beforePayoutFreeze, afterPayoutFreeze, merchantOrderNo, payFee, remark
    GET /api/account/recharge-offline        Supported                       the response body
        Missing: accounts
    GET /api/merchant/method                 Supported                       the response body, 1 row
        Missing: type, feeType, merchantFee, minAmount, maxAmount, status
    GET /api/merchant/bank                   Supported                       the response body, 1 row
        Missing: status
    GET /api/transaction/pay-channel         Supported                       the response body, 1 row
        Missing: name, minAmount, maxAmount
    GET /api/transaction/merchant            Supported                       the response body, 2 rows
        Missing: merchantName, type, self, transferable
    GET /api/merchant/ip-list                Supported                       the response body
        Missing: currentIp
    GET /api/merchant/secret                 Supported                       the response body
        Missing: merchantNo, merchantPublicKey, platPublicKey, platPrivateKey, payinNotifyAddress,
            payoutNotifyAddress, updateTime
    POST /api/account/sub                    Supported                       the response body, 20 rows
        No total: pages are counted as they are read
        Missing: merchantName, username, mobile, type, status, feeType, feeRate, merchantFee, payinNotifyAddress,
            payoutNotifyAddress, otpEnabled, createTime, lastLoginTime, available
    POST /api/transaction/vanumber           Supported                       the response body, 1 row
        Missing: merchantName, currency, bankCode, bankName, accountHoldName, payerAccountNumber, receiveName,
            receiveAccount, serviceFee, expiryPeriod, responseMessage, receipt, updateTime, payOrderNo,
            platAccountId, type, mobile, feeType, notifyStatus, notifyAttempts, lastNotifyTime
    GET /api/transaction/receipt             Not tried: no row to test with  –
    GET /api/merchant/export/payin           Supported                       –
    GET /api/merchant/export/payout          Supported                       –
    GET /api/merchant/export/detail          Supported                       –
    GET /healthz                             Not supported (401)             –
        Monitoring can’t check whether it is up
    GET /docs/                               Not supported (401)             –
        The link to the documents is broken

    23 of 32 calls supported, 19 with gaps"
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
