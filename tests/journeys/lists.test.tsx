import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnTitles, firstRow, focusedRow, listLoaded, numberIn, rows, startApp, type TestApp } from '../app.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 2000 })
})
afterAll(() => app.close())

const texts = (selector: string): string[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].map(({ textContent }) => textContent)

/** Names of the filter controls without a text input. */
const boxes = (): string[] =>
  [...document.querySelectorAll('[role=search] [aria-haspopup=dialog]')].map(
    (box) => box.getAttribute('aria-label')?.split(':')[0] ?? '',
  )

/** Titles in the menu of the row under the cursor, without their keys. */
async function menu(): Promise<string[]> {
  await app.user.keyboard('a')
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  const titles = items.map((item) => item.firstElementChild?.textContent ?? '')
  await waitFor(() => expect(items).toContain(document.activeElement))
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  return titles
}

/** Everything that a list shows and offers to this account. */
async function describeList(who: string, address: string) {
  await app.openAs(who, { address })
  await firstRow()
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  const one = await menu()
  await app.user.keyboard('x')
  const chosen = await menu()
  await app.user.keyboard('{Escape}')
  const saves = [...document.querySelectorAll<HTMLElement>('[data-command="list.export"]')]
  return {
    columns: columnTitles().slice(1, -1).join(' · '),
    filters: [...texts('[role=search] label'), ...boxes()].join(' · '),
    row: one.join(' · '),
    selection: chosen.filter((title) => !one.includes(title)).join(' · '),
    export: saves.map(({ title }) => title).join(' · '),
  }
}

/** Finds one row by typing into the filter: by default the number of the second row. */
async function findRow(typed?: string) {
  const number = numberIn(rows()[1] ?? rows()[0]!)
  await app.user.keyboard('/')
  await waitFor(() => expect(document.activeElement?.closest('[role=search]')).not.toBeNull())
  await app.user.keyboard(`${typed ?? number}{Enter}`)
  await waitFor(() => expect(rows().map(numberIn)).toEqual([number]))
  await waitFor(() => expect(focusedRow()).toMatchObject({ row: 1, number }))
}

describe('Lists of a merchant', () => {
  test('recharge records', async () => {
    expect(
      await describeList('merchant', '/transaction/recharge?dates=all&type=RECHARGE_ONLINE&status=SUCCESS'),
    ).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant Order No · Amount · Status · Type · Channel · Bank Name · Payer Name · Receipt · Platform Order No · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Payer Name · Min Amount · Max Amount · Date Range · Status · Type · Channel · Bank Name · Merchant No",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value",
        "selection": "",
      }
    `)
    await findRow()
  })
  test('withdraw detail', async () => {
    expect(await describeList('merchant', '/transaction/withdraw?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant Order No · Amount · Status · Bank Name · Account Number · Account Holder · Service Fee · Response Message · Platform Order No · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Account Number · Account Holder · Min Amount · Max Amount · Date Range · Status · Bank Name · Merchant No",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value · Repeat withdrawal",
        "selection": "",
      }
    `)
    await findRow()
  })
  test('transfers', async () => {
    expect(
      await describeList('merchant', '/account/transfer-merchant?dates=all&type=TRANSFER_OUT&status=SUCCESS'),
    ).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Type · Merchant Order No · Amount · Status · Receiver Name · Receiver Merchant No · Merchant No · Transfer Fee · Remark · Platform Order No · Completed Time",
        "export": "",
        "filters": "Receiver Merchant No · Merchant Order No · Platform Order No · Receiver Name · Min Amount · Max Amount · Date Range · Status · Type",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value · Repeat transfer",
        "selection": "",
      }
    `)
    await findRow()
  })
  test('account daily', async () => {
    expect(await describeList('merchant', '/account/daily')).toMatchInlineSnapshot(`
      {
        "columns": "Date · Ending Balance · Payin Amount · Payin Success Amount · Payin Fee · Payout Amount · Payout Success Amount · Payout Fee · Recharge Amount · Withdraw Amount · Transfer In Amount · Transfer Out Amount · Payin Count · Payin Success Count · Payout Count · Payout Success Count",
        "export": "Export this list",
        "filters": "Date Range · Merchant No",
        "row": "Open detail · Copy number · Copy row · Copy link · Account detail of that day · Payins of that day · Payouts of that day",
        "selection": "",
      }
    `)
    await app.user.keyboard('tt')
    await waitFor(() => expect(rows()).toHaveLength(1))
  })
  test('account detail', async () => {
    expect(await describeList('merchant', '/account/detail?dates=all&type=PAYIN')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Type · Platform Order No · Amount · Available Before · Available After · Total After · Fee · Merchant Order No · Remark",
        "export": "Export this list",
        "filters": "Platform Order No · Merchant Order No · Min Amount · Max Amount · Date Range · Type",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value · Open related order or record",
        "selection": "",
      }
    `)
    await findRow()
  })
  test('sub-merchants', async () => {
    expect(await describeList('merchant', '/merchant/subMerchant')).toMatchInlineSnapshot(`
      {
        "columns": "Merchant No · Merchant Name · Login Name · Available · Status · Fee Type · Fee Rate · Merchant Fee · Created Time · Mobile · Type",
        "export": "Export this list",
        "filters": "Merchant Name · Login Name · Date Range · Merchant No · Status · Type",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value · Payins of this merchant · Payouts of this merchant · Change sub-merchant · Enable or disable sub-merchant",
        "selection": "Disable selected sub-merchants",
      }
    `)
    await findRow()
  })
})

describe('Lists of a sub-merchant', () => {
  test('payins', async () => {
    expect(await describeList('submerchant', '/transactionsub/payin-sub?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant Order No · Amount · Status · Notify Status · Channel · Method · Platform Order No · Account Number · Payer Name · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Min Amount · Max Amount · Payment Order No · VA Number · Payer Name · Date Range · Status · Channel · Method · Notify Status · Reconciliation · Assigned to",
        "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value · Notify payin · Mark as reconciled, then next · Flag a discrepancy · Add a note · Assign to me · Assign to a colleague",
        "selection": "Notify selected orders · Mark selected orders as reconciled · Add a note to selected orders · Assign selected orders to me · Assign selected orders to a colleague · Remove assignment of selected orders",
      }
    `)
    await findRow()
  })
  test('payouts', async () => {
    expect(await describeList('submerchant', '/transactionsub/payout-sub?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant Order No · Amount · Status · Notify Status · Bank Name · Receiver Account · Receiver Name · Receipt · Response Message · Platform Order No · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Min Amount · Max Amount · Receiver Account · Receiver Name · Payment Order No · Date Range · Status · Bank Name · Notify Status · Reconciliation · Assigned to · Channel",
        "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value · Notify payout · View payout receipt · Mark as reconciled, then next · Flag a discrepancy · Add a note · Assign to me · Assign to a colleague",
        "selection": "Notify selected orders · Retry selected payouts · Mark selected orders as reconciled · Add a note to selected orders · Assign selected orders to me · Assign selected orders to a colleague · Remove assignment of selected orders",
      }
    `)
    await findRow()
  })
  test('checkouts', async () => {
    expect(
      await describeList('submerchant', '/transactionsub/checkout-sub-list?dates=all&status=SUCCESS'),
    ).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant Order No · Amount · Status · Valid Period (minutes) · Payer Name · Checkout Link · Method · Channel · Platform Order No · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Min Amount · Max Amount · Payer Name · Date Range · Status · Channel · Method",
        "row": "Open detail · Copy order number · Copy row · Copy link · Copy checkout link · Open payin of this checkout · Filter by this value",
        "selection": "",
      }
    `)
    await findRow()
  })
  test('account detail', async () => {
    expect(await describeList('submerchant', '/accountsub/detail-sub?dates=all&type=PAYIN')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Type · Platform Order No · Amount · Available Before · Available After · Total After · Fee · Merchant Order No · Remark",
        "export": "Export this list",
        "filters": "Platform Order No · Merchant Order No · Min Amount · Max Amount · Date Range · Type",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value · Open related order or record",
        "selection": "",
      }
    `)
    await findRow()
  })
})

describe('Lists of a merchant paid in USDT', () => {
  test('payins', async () => {
    expect(await describeList('usdt', '/transactionusdt/payin?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant Order No · Amount · Status · Notify Status · Network · Address · Platform Order No · Transaction Hash · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Transaction Hash · Address · Min Amount · Max Amount · Date Range · Status · Network · Notify Status · Reconciliation · Assigned to",
        "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value · Notify USDT payin · Mark as reconciled, then next · Flag a discrepancy · Add a note · Assign to me · Assign to a colleague",
        "selection": "Notify selected orders · Mark selected orders as reconciled · Add a note to selected orders · Assign selected orders to me · Assign selected orders to a colleague · Remove assignment of selected orders",
      }
    `)
    await findRow()
  })
  test('payouts', async () => {
    expect(await describeList('usdt', '/transactionusdt/payout?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant Order No · Amount · Status · Notify Status · Network · Address · Transaction Hash · Platform Order No · Fee · Response Message · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Transaction Hash · Address · Min Amount · Max Amount · Date Range · Status · Network · Notify Status · Reconciliation · Assigned to",
        "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value · Notify USDT payout · Mark as reconciled, then next · Flag a discrepancy · Add a note · Assign to me · Assign to a colleague",
        "selection": "Notify selected orders · Mark selected orders as reconciled · Add a note to selected orders · Assign selected orders to me · Assign selected orders to a colleague · Remove assignment of selected orders",
      }
    `)
    await findRow()
  })
})

describe('Lists of an agent', () => {
  test('payins', async () => {
    expect(await describeList('agent', '/transaction/payin-a?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant No · Merchant Name · Merchant Order No · Amount · Status · Channel · Method · Platform Order No · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Min Amount · Max Amount · VA Number · Payer Name · Date Range · Merchant No · Status · Channel",
        "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value",
        "selection": "",
      }
    `)
    await findRow()
  })
  test('payouts', async () => {
    expect(await describeList('agent', '/transaction/payout-a?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant No · Merchant Name · Merchant Order No · Amount · Status · Bank Name · Channel · Platform Order No · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Min Amount · Max Amount · Receiver Name · Date Range · Merchant No · Status · Channel",
        "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value",
        "selection": "",
      }
    `)
    await findRow()
  })
  test('merchants', async () => {
    expect(await describeList('agent', '/merchant-list-a')).toMatchInlineSnapshot(`
      {
        "columns": "Merchant No · Merchant Name · Status · Type · Fee Type · Fee Rate · Merchant Fee · Created Time",
        "export": "Export this list",
        "filters": "Merchant Name · Merchant No · Status · Type",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value · Payins of this merchant · Payouts of this merchant",
        "selection": "",
      }
    `)
    await findRow()
  })
})

describe('Lists of staff that act for merchants', () => {
  test('payins', async () => {
    expect(await describeList('staff', '/transaction/payin?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant No · Merchant Order No · Amount · Status · Notify Status · Channel · Method · Platform Order No · Account Number · Payer Name · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Min Amount · Max Amount · Payment Order No · VA Number · Payer Name · Date Range · Status · Channel · Method · Notify Status · Reconciliation · Assigned to · Merchant No",
        "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value · Notify payin · Mark as reconciled, then next · Flag a discrepancy · Add a note · Assign to me · Assign to a colleague",
        "selection": "Notify selected orders · Mark selected orders as reconciled · Add a note to selected orders · Assign selected orders to me · Assign selected orders to a colleague · Remove assignment of selected orders",
      }
    `)
    await findRow()
  })
  test('recharge records', async () => {
    expect(
      await describeList('staff', '/transaction/recharge?dates=all&type=RECHARGE_ONLINE&status=SUCCESS'),
    ).toMatchInlineSnapshot(`
      {
        "columns": "Created Time · Merchant No · Merchant Order No · Amount · Status · Type · Channel · Bank Name · Payer Name · Receipt · Platform Order No · Fee · Completed Time",
        "export": "Export this list",
        "filters": "Merchant Order No · Platform Order No · Payer Name · Min Amount · Max Amount · Date Range · Status · Type · Channel · Bank Name · Merchant No",
        "row": "Open detail · Copy number · Copy row · Copy link · Filter by this value",
        "selection": "",
      }
    `)
    await findRow()
  })
})

test('Payins of a read-only account', async () => {
  expect(await describeList('restricted', '/transaction/payin?dates=all&status=SUCCESS')).toMatchInlineSnapshot(`
    {
      "columns": "Created Time · Merchant Order No · Amount · Status · Notify Status · Channel · Method · Platform Order No · Account Number · Payer Name · Fee · Completed Time",
      "export": "",
      "filters": "Merchant Order No · Platform Order No · Min Amount · Max Amount · Payment Order No · VA Number · Payer Name · Date Range · Status · Channel · Method · Notify Status · Reconciliation · Assigned to",
      "row": "Open detail · Copy order number · Copy row · Copy link · Filter by this value",
      "selection": "",
    }
  `)
  await listLoaded()
  await findRow()
})
