import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIRST_DAY, isDay, LAST_DAY } from '#contract/days.ts'

test.each([
  [FIRST_DAY, true],
  [LAST_DAY, true],
  ['2088-02-29', true],
  ['1999-12-31', false],
  ['2092-01-01', false],
  ['9999-12-31', false],
  ['+010000-01-01', false],
  ['2026-02-30', false],
  ['2026-11-00', false],
  ['2026-11-21T00:00:00Z', false],
])('isDay(%s) is %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test('every array of a filter has a value', async () => {
  const folder = new URL('../../contract/shapes/', import.meta.url)
  const modules = await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder).pathname)))
  const shapes = modules.flatMap((one: object) => Object.entries(one))
  const arrays = shapes.flatMap(([name, shape]) => emptyArrays(shape).map((path) => `${name}${path}`))
  // The orders of a bulk notify are not a filter: without any, nothing is notified.
  expect(arrays).toEqual(['NotifyPlanQuery.ids'])
})

/** The paths of the arrays in a shape that may be empty. */
function emptyArrays(shape: unknown): string[] {
  if (typeof shape !== 'object' || shape === null) return []
  const {
    type,
    minItems = 0,
    properties = {},
    anyOf = [],
  } = shape as {
    type?: string
    minItems?: number
    properties?: object
    anyOf?: unknown[]
  }
  const own = type === 'array' && minItems === 0 ? [''] : []
  const fields = Object.entries(properties).flatMap(([name, field]) => emptyArrays(field).map((path) => `.${name}${path}`))
  return [...own, ...fields, ...anyOf.flatMap(emptyArrays)]
}
