import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SmallTable } from '../../src/table/SmallTable.tsx'

const COLUMNS = [
  { id: 'name', title: 'Name', text: (name: string) => name },
  { id: 'length', title: 'Length', text: (name: string) => String(name.length) },
]

function tableOf(first: readonly string[]) {
  const onOpen = vi.fn<(row: string) => void>()
  const table = (rows: readonly string[]) => (
    <SmallTable
      label="Names"
      columns={COLUMNS}
      rows={rows}
      rowId={(name) => name}
      empty="none"
      onCopy={() => {}}
      onOpen={onOpen}
    />
  )
  const { rerender } = render(table(first))
  return { onOpen, show: (rows: readonly string[]) => rerender(table(rows)) }
}

const inTabOrder = () => screen.getAllByRole('gridcell').find(({ tabIndex }) => tabIndex === 0)?.textContent

test('the row in focus stays the same when others are added above it or removed', async () => {
  const user = userEvent.setup()
  const { onOpen, show } = tableOf(['two', 'three', 'four'])
  await user.tab()
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('three')
  show(['zero', 'one', 'two', 'three', 'four'])
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith('three')
  show(['three', 'four'])
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith('three')
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('four')
})

test('the row in the place of a removed one is next in the tab order, and stays it', async () => {
  const user = userEvent.setup()
  const { show } = tableOf(['one', 'two', 'three'])
  await user.tab()
  await user.keyboard('j')
  show(['one', 'three'])
  expect(inTabOrder()).toBe('three')
  show(['zero', 'one', 'three'])
  expect(inTabOrder()).toBe('three')
  show(['zero'])
  expect(inTabOrder()).toBe('zero')
})
