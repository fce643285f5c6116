import { type DemoResponse, demoResponseOf } from '../../server/demo/merchant.ts'
import { test } from './app.ts'
import { ordersOf } from './orders.ts'

/** How the demo merchants' server responds, and the message about it. */
const RESPONSES: [manner: DemoResponse, said: RegExp, attempt: string][] = [
  ['ok', /: callback acknowledged in \d+ ms$/, 'Acknowledged'],
  ['noAck', /merchant answered “received, thank you”; expected “success”$/, 'Not acknowledged'],
]

test.for(RESPONSES)('w sends the callback of a final order; the response is %s', async ([manner, said, attempt], { open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press } = app
  const orders = await ordersOf(app, { status: ['SUCCESS'] }, { count: '1000' })
  // Not the newest orders: other tests use them, and an order can be notified once in three seconds.
  const order = orders.findLast(({ platOrderNo }) => demoResponseOf(platOrderNo) === manner)!
  await page.evaluate((number) => location.assign(`#/transaction/payin?orderNo=${number}`), order.platOrderNo)
  await page.getByRole('grid').getByText(order.merchantOrderNo.slice(-8)).waitFor()
  await app.settled()
  await press('w')
  await page.getByText(said).first().waitFor()
  await press('Enter ] ]')
  const record = page.getByRole('region', { name: 'Record' })
  const newest = record.getByRole('group').first()
  await newest.getByText(`Attempt ${order.notifyAttempts + 1}`).waitFor()
  await newest.getByText(attempt).waitFor()
  await newest.getByText(order.platOrderNo).waitFor()
})
