import type { Page } from 'playwright-core'
import { nextFrame } from './app.ts'

/** Window sizes in CSS pixels: a small laptop, a usual one, a desktop, and 1280 px at a zoom of 400 % (WCAG 2.2, 1.4.10). */
export const SIZES = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 320, height: 640 },
] as const

export type Size = (typeof SIZES)[number]

/** Part of the content area that must be in use, from its left edge, in a wide window. A page of one card may be centred. */
const LEAST_USED = 0.6

/** Text that may be longer than its place: the whole of it is one key away. */
const TRUNCATED_ON_PURPOSE = '[role=gridcell], [role=rowheader], [role=columnheader], [title]'

/**
 * The faults of the layout in each of these sizes: text or an amount that is cut, texts that overlap, a page wider than its window,
 * empty halves.
 */
export async function findLayoutFaults(page: Page, sizes: readonly Size[]): Promise<string[]> {
  const before = page.viewportSize()!
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await nextFrame(page)
    const faults = await page.evaluate(measure, { truncated: TRUNCATED_ON_PURPOSE, leastUsed: LEAST_USED })
    found.push(...faults.map((fault) => `${size.width} px: ${fault}`))
  }
  await page.setViewportSize(before)
  await nextFrame(page)
  return found
}

/** Runs in the page. */
function measure({ truncated, leastUsed }: { truncated: string; leastUsed: number }): string[] {
  /** Differences in pixels that cannot be seen: rounding, and line boxes that are higher than their letters. */
  const SLACK = 2
  interface Box {
    left: number
    right: number
    top: number
    bottom: number
  }
  interface Frame {
    box: Box
    /** Whether nothing scrolls to what it hides. */
    clips: boolean
    truncates: boolean
  }
  interface Piece {
    text: string
    element: Element
    /** The part that can be seen. */
    seen: Box
  }
  /** Hundreds of texts have the same elements around them. */
  function once<Result>(of: (element: Element) => Result): (element: Element) => Result {
    const known = new Map<Element, Result>()
    return (element) => {
      if (!known.has(element)) known.set(element, of(element))
      return known.get(element)!
    }
  }
  const styleOf = once((element) => getComputedStyle(element))
  const intersect = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isEmpty = ({ left, right, top, bottom }: Box) => right - left <= SLACK || bottom - top <= SLACK
  const isInsideHidden: (element: Element) => boolean = once(
    (element) =>
      styleOf(element).clipPath !== 'none' ||
      element.matches('option, [inert], noscript') ||
      (element.parentElement !== null && isInsideHidden(element.parentElement)),
  )
  const isHidden = once(
    (element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      // The text behind an input is there for its marks alone.
      styleOf(element).color === 'rgba(0, 0, 0, 0)' ||
      isInsideHidden(element),
  )
  /** The elements that hide a part of what is in this one, from the inside to the outside. */
  const frames: (element: Element) => readonly Frame[] = once((element) => {
    const { overflowX, overflowY, position, textOverflow, webkitLineClamp } = styleOf(element)
    const outer = position === 'fixed' || element.parentElement === null ? [] : frames(element.parentElement)
    if (overflowX === 'visible' && overflowY === 'visible') return outer
    const clips = [overflowX, overflowY].every((flow) => flow === 'hidden' || flow === 'clip')
    const truncates = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    return [{ box: element.getBoundingClientRect(), clips, truncates }, ...outer]
  })

  const found = new Set<string>()
  const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40)

  /** The part of a text that its boxes let see; a text that is cut without a way to the rest is a fault. */
  const seenPart = (element: Element, whole: Box, text: string): Box => {
    let seen = whole
    // What a scrollable box hides can be scrolled to.
    let reachable = whole
    let isTruncated = element.closest(truncated) !== null
    for (const { box, clips, truncates } of frames(element)) {
      const isCut =
        reachable.right - box.right > SLACK || box.left - reachable.left > SLACK || reachable.bottom - box.bottom > SLACK * 2
      isTruncated ||= truncates
      seen = intersect(seen, box)
      if (!clips) reachable = intersect(reachable, box)
      else if (isCut && !isEmpty(seen) && !isTruncated) found.add(`cut: ${short(text)}`)
    }
    return intersect(seen, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
  }

  const pieces: Piece[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement!
    const text = node.textContent ?? ''
    if (text.trim() === '' || element.matches('script, style') || isHidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const seen = seenPart(element, rect, text)
      if (!isEmpty(seen)) pieces.push({ text, element, seen })
    }
  }

  // An amount without its end reads like another amount.
  for (const cell of document.querySelectorAll('[role=gridcell]')) {
    if (!/^[+-]?[\d,]+\.\d+$/.test(cell.textContent)) continue
    const content = document.createRange()
    content.selectNodeContents(cell)
    const { paddingLeft, paddingRight } = styleOf(cell)
    const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (content.getBoundingClientRect().width > room + 1) found.add(`cut amount: ${cell.textContent}`)
  }

  /** Whether a text can be seen at this point, and no layer above hides it. */
  const isOnTop = ({ element }: Piece, x: number, y: number) => {
    const [top] = document.elementsFromPoint(x, y)
    return top !== undefined && (element.contains(top) || top.contains(element))
  }
  pieces.sort((a, b) => a.seen.top - b.seen.top)
  for (const [index, one] of pieces.entries()) {
    for (const other of pieces.slice(index + 1)) {
      if (other.seen.top >= one.seen.bottom - SLACK) break
      if (one.element === other.element) continue
      const common = intersect(one.seen, other.seen)
      if (isEmpty(common)) continue
      const x = (common.left + common.right) / 2
      const y = (common.top + common.bottom) / 2
      if (isOnTop(one, x, y) && isOnTop(other, x, y)) found.add(`overlap: ${short(one.text)} | ${short(other.text)}`)
    }
  }

  if (document.documentElement.scrollWidth > innerWidth + SLACK)
    found.add(`sideways: ${document.documentElement.scrollWidth} px of content`)

  const main = document.querySelector('#main')
  if (main !== null && innerWidth >= 1440) {
    const area = main.getBoundingClientRect()
    const parts = [
      ...pieces.filter(({ element }) => main.contains(element)).map(({ seen }) => seen),
      ...Array.from(main.querySelectorAll('input, button, canvas, textarea'), (part) => part.getBoundingClientRect()),
    ]
    const left = Math.min(...parts.map((part) => part.left))
    const right = Math.max(...parts.map((part) => part.right))
    const isCentred = Math.abs(left - area.left - (area.right - right)) < area.width / 20
    const used = (right - area.left) / area.width
    if (!isCentred && used < leastUsed) found.add(`empty: ${Math.round(used * 100)} % of the width is used`)
  }
  return [...found]
}
