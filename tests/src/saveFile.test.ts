import { resolveObjectURL } from 'node:buffer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveFile } from '../../src/saveFile.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a saved file can be read for a minute after the click', async () => {
  const link = { href: '', download: '', click: vi.fn() }
  const page = { document: { createElement: () => link }, setTimeout } as unknown as Window
  saveFile({ blob: new Blob(['head']), name: 'payins.csv' }, page)
  expect([link.download, link.click.mock.calls.length]).toEqual(['payins.csv', 1])
  vi.advanceTimersByTime(59_999)
  expect(await resolveObjectURL(link.href)?.text()).toBe('head')
  vi.advanceTimersByTime(1)
  expect(resolveObjectURL(link.href)).toBeUndefined()
})
