import UPlot, { type AlignedData, type Axis, type Series as Line, type Options } from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { NO_FIGURE } from '../../../format/noFigure.ts'
import { type Drawing, seriesOf, stepsOf } from './series.ts'

/** Space for the axes, in pixels. `.bars` in DayChart.module.css has the same insets. */
const AXIS_WIDTH = 56
const AXIS_HEIGHT = 28
const PADDING_TOP = 8
const PADDING_RIGHT = 8

/** Width of a bar: its share of a day, and its maximum in pixels. */
const BAR_SHARE = 0.3
const MAX_BAR_WIDTH = 28

/** Draws the days, and redraws when size or colours change. `tag` is the locale of numbers. Returns a function to remove the chart; null without a canvas. */
export function drawDays(host: HTMLElement, drawing: Drawing, tag: string): (() => void) | null {
  if (document.createElement('canvas').getContext('2d') === null) return null
  let plot = draw()
  function draw(): UPlot {
    return new UPlot(optionsOf(host, drawing, tag), dataOf(drawing), host)
  }
  const redraw = () => {
    plot.destroy()
    plot = draw()
  }
  const resizeObserver = new ResizeObserver(() => plot.setSize(sizeOf(host)))
  resizeObserver.observe(host)
  const themeObserver = new MutationObserver(redraw)
  themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  // Printing uses its own colours, whatever the theme.
  const mediaQueries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'].map((query) =>
    window.matchMedia(query),
  )
  for (const query of mediaQueries) query.addEventListener('change', redraw)
  return () => {
    resizeObserver.disconnect()
    themeObserver.disconnect()
    for (const query of mediaQueries) query.removeEventListener('change', redraw)
    plot.destroy()
  }
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({ width: clientWidth, height: clientHeight })

function dataOf(drawing: Drawing): AlignedData {
  const { payin, payout } = seriesOf(drawing)
  const places = drawing.days.map((_, place) => place)
  const drawn = drawing.metric === 'rate' ? [payin.paid, payout.paid] : [payin.all, payin.paid, payout.all, payout.paid]
  return [places, ...drawn] as AlignedData
}

function optionsOf(host: HTMLElement, drawing: Drawing, tag: string): Options {
  const { days } = drawing
  const isRate = drawing.metric === 'rate'
  const steps = stepsOf(drawing)
  const colour = coloursOf(host, 'none')
  // Text and lines take the forced colours of the system, if any; the bars are told apart by their own.
  const textColour = coloursOf(host, 'auto')
  const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 })
  // Every figure of the console has a decimal point, whatever the language.
  const short = (value: number) =>
    compact
      .formatToParts(value)
      .map((part) => (part.type === 'decimal' ? '.' : part.value))
      .join('')
  const axis: Axis = {
    font: `11px ${getComputedStyle(host).fontFamily}`,
    stroke: textColour('var(--text-faint)'),
    ticks: { show: false },
  }
  const line = textColour('var(--line)')
  return {
    ...sizeOf(host),
    padding: [PADDING_TOP, PADDING_RIGHT, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [-0.5, days.length - 0.5] },
      y: { range: (_, __, most) => [0, isRate ? 100 : most > 0 ? most * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        size: AXIS_HEIGHT,
        gap: 8,
        grid: { show: false },
        splits: () => days.map((_, place) => place),
        values: () => days.map(({ date }) => date?.slice(5) ?? NO_FIGURE),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        gap: 8,
        space: 40,
        ...(steps === undefined ? {} : steps.length === 0 ? { splits: () => [0] } : { incrs: [...steps] }),
        grid: { stroke: line, width: 1 },
        values: (_, splits) => splits.map((value) => (isRate ? `${value} %` : short(value))),
      },
    ],
    series: [{}, ...(isRate ? lines(colour) : bars(colour))],
  }
}

type Colour = (css: string) => string

const ACCENT = 'var(--accent)'
const SECOND = 'var(--n9)'
const pale = (css: string): string => `color-mix(in oklab, ${css} 28%, transparent)`

/** Pale bars for all orders, and the successful ones in front. */
function bars(colour: Colour): Line[] {
  const bar = (css: string, align: -1 | 1): Line => ({
    fill: colour(css),
    width: 0,
    points: { show: false },
    paths: UPlot.paths.bars!({ size: [BAR_SHARE, MAX_BAR_WIDTH], align, gap: 2 }),
  })
  return [bar(pale(ACCENT), -1), bar(ACCENT, -1), bar(pale(SECOND), 1), bar(SECOND, 1)]
}

function lines(colour: Colour): Line[] {
  const page = colour('var(--page)')
  const line = (css: string, dash: number[]): Line => ({
    stroke: colour(css),
    width: 2,
    dash,
    points: { show: true, size: 7, width: 2, stroke: colour(css), fill: page },
  })
  return [line(ACCENT, []), line(SECOND, [6, 4])]
}

/** Resolves CSS colours with custom properties for the canvas, by means of a probe element. */
function coloursOf(host: HTMLElement, forced: 'auto' | 'none'): Colour {
  return (css) => {
    const probe = document.createElement('span')
    probe.style.color = css
    probe.style.setProperty('forced-color-adjust', forced)
    host.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}
