/** What a name stands for, apart from others of the same: `{ route: '/healthz', status: '200' }`. */
export type Labels = Readonly<Record<string, string>>

/** A figure at this moment. */
export interface Sample {
  labels?: Labels
  value: number
}

/** Lines of the Prometheus text format for one name. */
export function exposition(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  return heading(name, type, help) + samples.map(({ labels = {}, value }) => line(name, labels, value)).join('')
}

const heading = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

const line = (name: string, labels: Labels, value: number) => `${name}${labelText(labels)} ${value}\n`

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

const escaped = (value: string) => value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))

/** Seconds that tell a lookup from a page, a page from an export, and all of them from something that is stuck. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Durations {
  labels: Labels
  /** How many lasted up to each bound, and not up to the one before it. */
  counts: number[]
  sum: number
  count: number
}

/** How long something took, told apart by its labels; they must be few. */
export class Histogram {
  readonly #byLabels = new Map<string, Durations>()

  observe(labels: Labels, seconds: number): void {
    const key = labelText(labels)
    const durations = this.#byLabels.get(key) ?? { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 }
    this.#byLabels.set(key, durations)
    const place = BOUNDS.findIndex((bound) => seconds <= bound)
    if (place >= 0) durations.counts[place]!++
    durations.sum += seconds
    durations.count++
  }

  exposition(name: string, help: string): string {
    const lines = [...this.#byLabels.values()].map(({ labels, counts, sum, count }) => {
      let upTo = 0
      const buckets = BOUNDS.map((bound, place) => {
        upTo += counts[place]!
        return line(`${name}_bucket`, { ...labels, le: String(bound) }, upTo)
      })
      const all = line(`${name}_bucket`, { ...labels, le: '+Inf' }, count)
      return buckets.join('') + all + line(`${name}_sum`, labels, sum) + line(`${name}_count`, labels, count)
    })
    return heading(name, 'histogram', help) + lines.join('')
  }
}
