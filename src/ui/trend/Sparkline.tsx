import styles from './Sparkline.module.css'

const WIDTH = 72
const HEIGHT = 22
/** Room for the stroke and the dot at the end. */
const MARGIN = 3

interface SparklineProps {
  /** Heights, oldest first; null for a gap. */
  values: readonly (number | null)[]
}

/** The last days of a figure as a line. It is visual only: the table of the days has the figures. */
export function Sparkline({ values }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const x = (place: number) => MARGIN + (place / (values.length - 1)) * (WIDTH - 2 * MARGIN)
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - least) / (most - least)) * (HEIGHT - 2 * MARGIN)
  const points = values.map((value, place) => (value === null ? null : { x: x(place), y: y(value) }))
  // A gap starts the line anew.
  const path = points
    .map((point, place) =>
      point === null ? '' : `${place > 0 && points[place - 1] != null ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`,
    )
    .join('')
  const last = points.at(-1)
  return (
    <span className={styles.room}>
      <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className={styles.line} d={path} />
        {last != null && <circle className={styles.end} cx={last.x} cy={last.y} r={2.25} />}
      </svg>
    </span>
  )
}
