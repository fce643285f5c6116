import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScrollScale, pixelAt, positionAt, positionForThumb, type ScrollScale } from '../../src/table/scrollScale.ts'

const HEIGHT = 640
const TEN_MILLION = createScrollScale(10_000_000, 32)

const isLaidOut = (scale: ScrollScale, { firstRow, top }: { firstRow: number; top: number }): boolean =>
  firstRow >= 0 &&
  firstRow + scale.segmentRows <= scale.total &&
  top >= -0.5 &&
  top <= Math.max(0, scale.segmentRows * scale.rowHeight - HEIGHT) + 0.5

describe("a result within the browser's layout limit", () => {
  test('scrolls without scaling', () => {
    const scale = createScrollScale(200_000, 32)
    expect(scale).toMatchObject({ segmentRows: 200_000, segmentCount: 1 })
    expect(positionAt(scale, 123_456, HEIGHT)).toEqual({ firstRow: 0, top: 123_456 })
    expect(positionForThumb(scale, 123_456, HEIGHT)).toEqual({ firstRow: 0, top: 123_456 })
  })

  test('is clamped to its start and end', () => {
    const scale = createScrollScale(100, 32)
    expect(positionAt(scale, 1e9, HEIGHT).top).toBe(100 * 32 - HEIGHT)
    expect(positionAt(scale, -5, HEIGHT).top).toBe(0)
    expect(positionAt(createScrollScale(3, 32), 50, HEIGHT).top).toBe(0)
    expect(createScrollScale(0, 32)).toMatchObject({ segmentRows: 0, segmentCount: 1 })
  })
})

describe('ten million rows', () => {
  test('are never laid out completely', () => {
    expect(TEN_MILLION.segmentRows * 32).toBeLessThanOrEqual(8_000_000)
  })

  test('can be scrolled to any pixel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 * 32 - HEIGHT }), (pixel) => {
        const position = positionAt(TEN_MILLION, pixel, HEIGHT)
        expect(pixelAt(TEN_MILLION, position)).toBe(pixel)
        expect(isLaidOut(TEN_MILLION, position)).toBe(true)
      }),
    )
  })

  test('scroll by exactly the pixels of the wheel in both directions, across segments', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 399 }),
        fc.array(fc.integer({ min: -2_000, max: 2_000 }), { minLength: 1, maxLength: 60 }),
        (step, turns) => {
          let pixel = step * TEN_MILLION.segmentStep * 32
          for (const turn of turns) {
            const position = positionAt(TEN_MILLION, pixel, HEIGHT)
            // The element has room to scroll by the delta in both directions.
            const wanted = Math.max(0, Math.min(10_000_000 * 32 - HEIGHT, pixel + turn))
            const reached = position.top + (wanted - pixel)
            expect(reached).toBeGreaterThanOrEqual(0)
            expect(reached).toBeLessThanOrEqual(TEN_MILLION.segmentRows * 32 - HEIGHT)
            pixel = wanted
          }
        },
      ),
    )
  })

  test('are reached by the scroll bar from end to end, in order', () => {
    const most = TEN_MILLION.segmentRows * 32 - HEIGHT
    const rows = Array.from({ length: 201 }, (_, index) => {
      const position = positionForThumb(TEN_MILLION, (index / 200) * most, HEIGHT)
      expect(isLaidOut(TEN_MILLION, position)).toBe(true)
      return pixelAt(TEN_MILLION, position) / 32
    })
    expect(rows[0]).toBe(0)
    expect(rows.at(-1)).toBe(10_000_000 - HEIGHT / 32)
    expect(rows.every((row, index) => row >= (rows[index - 1] ?? 0))).toBe(true)
    // The fraction of the bar equals the fraction of the result, within two steps.
    expect(rows.every((row, index) => Math.abs(row - (index / 200) * 10_000_000) < 2 * TEN_MILLION.segmentStep)).toBe(true)
  })
})
