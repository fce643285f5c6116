import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { SavedView } from '#contract/rows/views.ts'
import { createFakeGateway, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

type Opening = Parameters<typeof openConsole>[0]

async function openList(opening: Opening = {}) {
  const opened = await openConsole(opening)
  await opened.shows(1, 'INV-2026-')
  const said = (text: RegExp | string) => screen.findAllByText(text)
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  /** Answers a question of the palette when it appears. */
  const answer = async (prompt: RegExp, keys: string) => {
    await screen.findByRole('combobox', { name: prompt })
    await opened.press(keys)
  }
  const save = async (name: string, columns = '') => {
    await opened.press('vs')
    await answer(/View name/, `${name}{Enter}`)
    await answer(/What to save/, `${columns}{Enter}`)
  }
  const kept = () => JSON.parse(localStorage.getItem('paydesk.views') ?? '[]') as SavedView[]
  return { ...opened, said, options, answer, save, kept }
}

/** Opens a list with a gateway that stores views. */
function keeping(views: SavedView[] = []) {
  const gateway = createFakeGateway()
  gateway.answer('/api/index/views', ({ body }) => {
    if (typeof body.name === 'string')
      views = [...views.filter(({ name }) => name !== body.name && name !== body.formerly), body as never]
    return { status: 'ok', item: views }
  })
  gateway.answer('/api/index/views/remove', ({ body }) => {
    views = views.filter(({ name }) => name !== body.name)
    return { status: 'ok', item: views }
  })
  return { gateway, views: () => views }
}

describe('a saved view', () => {
  test('a view stores the filter and the sort order, with relative dates', async () => {
    const { save, kept, said, press, answer, query, focus } = await openList({
      address: '/transaction/payin?status=FAILED&dates=month&sort=payAmount.desc&size=50&page=1&at=nowhere',
    })
    await save('Failed this month')
    await said('View “Failed this month” saved')
    expect(kept()).toEqual([
      { list: 'payin', name: 'Failed this month', query: 'status=FAILED&dates=month&sort=payAmount.desc' },
    ])
    await waitFor(() => expect(focus()).toMatch(/^1 /))
    await press('tt')
    await waitFor(() => expect(query().get('dates')).toBe('today'))
    await press('vv')
    await answer(/View/, 'failed{Enter}')
    await waitFor(() => expect([query().get('dates'), query().get('sort')]).toEqual(['month', 'payAmount.desc']))
    await waitFor(() => expect(focus()).toMatch(/^1 /))
  })

  test.each(['another list is opened', 'the gateway is there again'])(
    'views that could not be read are read again when %s',
    async (when) => {
      const { gateway } = keeping([{ list: 'payin', name: 'Mine', query: 'status=FAILED' }])
      const { fetch } = gateway
      let down = /views/
      gateway.fetch = async (input, init) =>
        down.test(String(input)) ? new Response('', { status: down.source === 'views' ? 500 : 503 }) : fetch(input, init)
      const { core, press, answer, query } = await openList({ gateway })
      if (when === 'another list is opened') {
        window.location.hash = '/settings/preferences'
        await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
        down = /^$/
        window.location.hash = '/transaction/payin'
        await screen.findByRole('grid')
      } else {
        down = /./
        await press('r')
        await waitFor(() => expect(core.connection.isLost).toBe(true))
        down = /^$/
        await core.connection.retry()
      }
      await waitFor(() => expect(gateway.callsTo('/api/index/views')).toHaveLength(1))
      await press('vv')
      await answer(/View/, 'mine{Enter}')
      await waitFor(() => expect(query().get('status')).toBe('FAILED'))
    },
  )

  test('a view can store columns and shows them to users without their own', async () => {
    const { save, kept, press, said } = await openList()
    await press('zc')
    await screen.findByRole('dialog', { name: 'Columns' })
    await press(' {Escape}')
    await save('Without time', '{ArrowDown}')
    await said(/saved/)
    const cols = new URLSearchParams(kept()[0]?.query).get('cols')?.split(',')
    expect(cols).not.toContain('createTime')
  })

  test("a link shows the columns of the view and keeps the user's own", async () => {
    const { grid, press, query } = await openList({ address: '/transaction/payin?cols=payAmount,merchantOrderNo,status' })
    const heads = () =>
      within(grid())
        .getAllByRole('columnheader')
        .map((head) => head.getAttribute('data-column'))
        .slice(1, -1)
    expect(heads()).toEqual(['payAmount', 'merchantOrderNo', 'status'])
    await press('zc')
    await screen.findByRole('dialog', { name: 'Columns' })
    await press(' {Escape}')
    await waitFor(() => expect(query().get('cols')).toBe('createTime,payAmount,merchantOrderNo,status'))
    await press('{Control>}k{/Control}reset filter{Enter}')
    await waitFor(() => expect(query().get('cols')).toBeNull())
    expect(heads()[0]).toBe('createTime')
  })

  test('replacing a view asks for confirmation and can be undone', async () => {
    const { gateway, views } = keeping([{ list: 'payin', name: 'Mine', query: 'status=FAILED' }])
    const { save, said, press, focus } = await openList({ gateway })
    await save('Mine')
    await screen.findByRole('alertdialog')
    await press('{Tab}{Enter}')
    await said('View “Mine” saved')
    expect(screen.queryAllByRole('button', { name: /^Undo/, hidden: true })).toHaveLength(1)
    expect(views()).toEqual([{ list: 'payin', name: 'Mine', query: '' }])
    await waitFor(() => expect(focus()).toMatch(/^1 /))
    await press('u')
    await said('Undone: View “Mine” saved')
    // The undo action of the old notice would now revert something else.
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Undo/, hidden: true })).toHaveLength(0))
    expect(views()[0]?.query).toBe('status=FAILED')
    await press('{Control>}{Shift>}z{/Shift}{/Control}')
    await said('Redone: View “Mine” saved')
    expect(views()[0]?.query).toBe('')
  })

  test('a view can be found by name from anywhere, renamed, deleted and restored', async () => {
    const { gateway, views } = keeping([{ list: 'payin', name: 'Settlement', query: 'status=SUCCESS' }])
    const { press, options, query, said, answer, focus } = await openList({ gateway })
    await press('{Control>}k{/Control}settle')
    await waitFor(() => expect(options()[0]).toMatch(/^Settlement/))
    await press('{Enter}')
    await waitFor(() => expect(query().get('status')).toBe('SUCCESS'))
    await press('{Control>}k{/Control}rename a saved{Enter}')
    await answer(/View/, '{Enter}')
    await answer(/View name/, 'Paid{Enter}')
    await said('View renamed to “Paid”')
    expect(views().map(({ name }) => name)).toEqual(['Paid'])
    await press('{Control>}k{/Control}delete a saved{Enter}')
    await answer(/View/, '{Enter}')
    await said('View “Paid” deleted')
    expect(views()).toEqual([])
    await waitFor(() => expect(focus()).toMatch(/^1 /))
    await press('uu')
    await waitFor(() => expect(views().map(({ name }) => name)).toEqual(['Settlement']))
  })

  test('a view of a list without permission is not offered, and its link can be copied', async () => {
    const { gateway } = keeping([
      { list: 'payout', name: 'Not mine', query: '' },
      { list: 'payin', name: 'Mine', query: 'dates=week' },
      { list: 'noSuchList', name: 'Old', query: '' },
    ])
    const { press, options, said, user } = await openList({ gateway })
    await press('gl')
    await screen.findByRole('option', { name: /Mine/ })
    expect(options()).toHaveLength(1)
    await press('{Control>}c{/Control}')
    await said('Copied')
    expect(await window.navigator.clipboard.readText()).toMatch(/#\/transaction\/payin\?dates=week$/)
    void user
  })

  test('the name of the view is above the list, and a key saves its changes', async () => {
    const { gateway, views } = keeping([{ list: 'payin', name: 'Refused', query: 'status=FAILED&cols=payAmount,status' }])
    const { press, answer, query, said, options } = await openList({ gateway })
    const shown = () => screen.queryByRole('region', { name: 'Open view' })?.textContent ?? null
    expect(shown()).toBeNull()
    await press('vv')
    await answer(/View/, '{Enter}')
    await waitFor(() => expect(shown()).toBe('Refused'))
    await press('vu')
    expect(views()[0]?.query).toBe('status=FAILED&cols=payAmount,status')
    await press('tt')
    await waitFor(() => expect(shown()).toBe('RefusedchangedSavevu'))
    await press('{Control>}k{/Control}update view')
    await waitFor(() => expect(options()[0]).toMatch(/^Update view.*Refused/))
    await press('{Escape}{Escape}vu')
    await said('View “Refused” updated')
    expect(shown()).toBe('Refused')
    expect(new URLSearchParams(views()[0]?.query).get('dates')).toBe('today')
    expect(new URLSearchParams(views()[0]?.query).get('cols')).toBe('payAmount,status')
    await press('u')
    await said('Undone: View “Refused” updated')
    await waitFor(() => expect(shown()).toBe('RefusedchangedSavevu'))
    await press('{Control>}k{/Control}reset filter{Enter}')
    await waitFor(() => expect([shown(), query().get('saved')]).toEqual([null, null]))
  })

  test('a view is recognized by its query', async () => {
    const { gateway } = keeping([{ list: 'payin', name: 'Refused', query: 'status=FAILED' }])
    const { press } = await openConsole({ gateway, address: '/transaction/payin?status=FAILED' })
    await screen.findByText('Refused')
    await press('tm')
    await waitFor(() => expect(screen.queryByText('Refused')).toBeNull())
  })

  test('a view refused by the gateway is not saved and can be retried', async () => {
    const { gateway } = keeping()
    const { save, said } = await openList({ gateway })
    gateway.answer('/api/index/views', () => refusal(503, 'UNAVAILABLE', 'Out for lunch'))
    await save('Later')
    await said(/Out for lunch/)
    gateway.answer('/api/index/views', () => ({ status: 'ok', item: [] }))
    await save('Later')
    await said('View “Later” saved')
  })
})

describe('undo', () => {
  test('undo reverts filter, columns, density and selection, the newest first', async () => {
    const { press, query, rows, said } = await openList()
    const density = () => document.documentElement.dataset.density
    const selected = () => rows().filter((row) => row.getAttribute('aria-selected') === 'true').length
    await press('tt')
    await waitFor(() => expect(query().get('dates')).toBe('today'))
    await press('zd')
    expect(density()).toBe('compact')
    await press('xjx{Escape}')
    expect(selected()).toBe(0)
    await said('Selection cleared · u to undo')
    await press('u')
    expect(selected()).toBe(2)
    expect(document.querySelector('footer')?.textContent).not.toContain('Selection cleared')
    await press('u')
    expect(density()).toBe('regular')
    await press('{Control>}z{/Control}')
    await waitFor(() => expect(query().get('dates')).toBeNull())
    await press('u')
    await said('Nothing to undo')
    await press('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(query().get('dates')).toBe('today'))
  })

  test('undo of a selection is offered until the selection changes', async () => {
    const { press, said } = await openList()
    const status = () => document.querySelector('footer')?.textContent
    await press('xjx{Escape}')
    await said('Selection cleared · u to undo')
    await press('j')
    expect(status()).toContain('Selection cleared')
    await press('x')
    expect(status()).not.toContain('Selection cleared')
  })

  test('undo is left to the browser in text fields', async () => {
    const { press, query } = await openList()
    await press('tt')
    await waitFor(() => expect(query().get('dates')).toBe('today'))
    await press('/')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
    await press('{Control>}z{/Control}')
    expect(query().get('dates')).toBe('today')
  })

  test('the palette names the action to undo', async () => {
    const { press, options } = await openList()
    await press('zd{Control>}k{/Control}undo')
    await waitFor(() => expect(options()[0]).toMatch(/^Undo.*Row height/))
  })
})

describe('repeating a command', () => {
  test('a dot repeats the last command on the next row, and the palette names it', async () => {
    const { press, gateway, options, said } = await openList()
    const told = () => gateway.callsTo('/api/transaction/payin/notify').map(({ body }) => Number(String(body.id).slice(-9)))
    await press('.')
    await said('No action to repeat yet')
    await press('w')
    await waitFor(() => expect(told()).toEqual([0]))
    await press('jj.')
    await waitFor(() => expect(told()).toEqual([0, 2]))
    await press('{Control>}k{/Control}repeat')
    await waitFor(() => expect(options()[0]).toMatch(/^Repeat the last action.*Resend|^Repeat the last action.*notif/i))
  })

  test('a command that does not apply is not repeated, and one with a confirmation asks again', async () => {
    const { press, said } = await openList()
    await press('w')
    await press('j.')
    await said(/cannot|not/)
  })
})
