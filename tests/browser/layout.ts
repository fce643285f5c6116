import { type BrowserApp, nextFrame } from './app.ts'

/** A laptop, the usual window, a wide screen, and 400 % zoom in a window of 1280 by 1024. */
const SIZES = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 320, height: 256 },
] as const

/** The faults of the layout of the current page in each size. The window then has its former size. */
export async function layoutFaults({ page }: BrowserApp): Promise<string[]> {
  const former = page.viewportSize()!
  const found: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await nextFrame(page)
    await nextFrame(page)
    found.push(...(await page.evaluate(findLayoutFaults)).map((fault) => `${size.width}: ${fault}`))
  }
  await page.setViewportSize(former)
  await nextFrame(page)
  return found
}

/** Runs in the page: words that are cut, covered or on top of each other, and halves of the window that stay empty. */
function findLayoutFaults(): string[] {
  interface Word {
    element: Element
    text: string
    left: number
    right: number
    top: number
    bottom: number
  }
  const found = new Set<string>()
  const words: Word[] = []

  /** The part of a word that its ancestors show; null when they show none of it. Records a cut. */
  function shownPart(element: Element, text: string, rect: DOMRect): Word | null {
    const { left, right, top, bottom } = rect
    const word = { element, text, left, right, top, bottom }
    let cutBy = ''
    for (let around: Element | null = element; around !== null && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.clipPath !== 'none') return null
      if (style.display !== 'inline') cutBy ||= clip(word, around, style)
      if (word.right <= word.left || word.bottom <= word.top + 1) return null
      if (style.position === 'fixed') break
    }
    const scrollsAway = getComputedStyle(document.body).overflowY === 'auto'
    if (!scrollsAway && (word.bottom < 0 || word.top > innerHeight)) return null
    if (word.right > innerWidth + 1 || word.left < -1) cutBy ||= 'the window'
    if (cutBy !== '') found.add(`"${text}" is cut by ${cutBy}`)
    return word
  }
  /** Cuts a word to the box of an element. Returns the name of the element if that hides a part without an ellipsis. */
  function clip(
    word: Word,
    around: Element,
    { overflowX, overflowY, textOverflow, webkitLineClamp }: CSSStyleDeclaration,
  ): string {
    const outer = around.getBoundingClientRect()
    const left = outer.left + around.clientLeft
    const top = outer.top + around.clientTop
    const right = left + around.clientWidth
    const bottom = top + around.clientHeight
    const isOut = word.right <= left || word.left >= right || word.bottom <= top + 1 || word.top >= bottom - 1
    let isCut = false
    if (overflowX !== 'visible') {
      isCut ||= textOverflow !== 'ellipsis' && (word.left < left - 1.5 || word.right > right + 1.5)
      word.left = Math.max(word.left, left)
      word.right = Math.min(word.right, right)
    }
    if (overflowY !== 'visible') {
      const scrolls = overflowY === 'auto' || overflowY === 'scroll'
      isCut ||= !scrolls && webkitLineClamp === 'none' && (word.top < top - 3 || word.bottom > bottom + 3)
      word.top = Math.max(word.top, top)
      word.bottom = Math.min(word.bottom, bottom)
    }
    return isCut && !isOut ? `<${around.localName} class="${around.className}">` : ''
  }
  /** Cells pass below the cell of the actions, which stays at the edge of the grid. */
  function isBelowActions(word: Word): boolean {
    const cell = word.element.closest('[role=gridcell], [role=rowheader], [role=columnheader]')
    const actions = cell?.parentElement?.lastElementChild
    if (actions == null || actions === cell) return false
    const edge = actions.getBoundingClientRect().left + 1
    if (word.left < edge && word.right > edge) found.add(`"${word.text}" is cut by the actions of its row`)
    return word.right > edge
  }
  function isCovered({ element, left, right, top, bottom }: Word): boolean {
    const y = (top + bottom) / 2
    return [left + 2, (left + right) / 2, right - 2].some((x) => {
      const [hit] = document.elementsFromPoint(x, y)
      if (hit === undefined || element.contains(hit) || hit.contains(element)) return false
      return hit.closest('label, button, a')?.contains(element) !== true
    })
  }

  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text
    const element = node.parentElement!
    const text = node.data.trim()
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (text === '' || !isShown || element.closest('script, style, option, [inert]') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const word = rect.width > 1 ? shownPart(element, text.slice(0, 40), rect) : null
      if (word !== null && !isBelowActions(word)) words.push(word)
    }
  }
  for (const word of words) {
    const isPassive = getComputedStyle(word.element).pointerEvents === 'none'
    if (!isPassive && isCovered(word)) found.add(`"${word.text}" is covered`)
  }
  words.sort((one, other) => one.top - other.top)
  for (const [index, one] of words.entries()) {
    for (const other of words.slice(index + 1)) {
      if (other.top >= one.bottom) break
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = one.bottom - other.top
      if (width > 2 && height > 4 && one.element !== other.element) found.add(`"${one.text}" is on "${other.text}"`)
    }
  }

  const main = document.getElementById('main')
  if (main !== null && innerWidth > 1200) {
    const { left, width } = main.getBoundingClientRect()
    const isLong = [main, ...main.querySelectorAll('*')].some(
      (part) =>
        part.clientWidth > width / 2 &&
        part.scrollHeight > part.clientHeight + 40 &&
        getComputedStyle(part).overflowY === 'auto',
    )
    const used = Math.max(...words.filter(({ element }) => main.contains(element)).map(({ right }) => right - left)) / width
    // Short content may leave room; content that must be scrolled may not leave half of the window empty.
    if (isLong && used < 0.5) found.add(`only ${Math.round(used * 100)} % of the width are used, but the content scrolls`)
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.add('the page scrolls sideways')
  const grid = document.querySelector<HTMLElement>('[role=grid]')
  const [head, row] = grid?.querySelectorAll<HTMLElement>('[role=row]') ?? []
  if (grid !== null && head !== undefined && row?.querySelector('[role=rowheader]')) {
    const rows = Math.floor((grid.clientHeight - head.offsetHeight) / row.offsetHeight)
    if (rows < 5) found.add(`only ${rows} rows are in view`)
  }
  return [...found]
}
