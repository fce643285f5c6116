/** Labels of a sample: `{ route: '/healthz', status: '200' }`. */
export type Labels = Readonly<Record<string, string>>

export interface Sample {
  labels?: Labels
  value: number
}

/** The lines of one metric in the Prometheus text format. */
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

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Durations {
  labels: Labels
  /** Number of observations per bucket, not cumulative. */
  counts: number[]
  sum: number
  count: number
}

/** A histogram of durations per set of labels. The number of label sets must stay small. */
export class Histogram {
  readonly #byLabels = new Map<string, Durations>()

  observe(labels: Labels, seconds: number): void {
    const key = labelText(labels)
    const durations = this.#byLabels.get(key) ?? { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 }
    this.#byLabels.set(key, durations)
    const index = BOUNDS.findIndex((bound) => seconds <= bound)
    if (index >= 0) durations.counts[index]!++
    durations.sum += seconds
    durations.count++
  }

  exposition(name: string, help: string): string {
    const lines = [...this.#byLabels.values()].map(({ labels, counts, sum, count }) => {
      let cumulative = 0
      const buckets = BOUNDS.map((bound, index) => {
        cumulative += counts[index]!
        return line(`${name}_bucket`, { ...labels, le: String(bound) }, cumulative)
      })
      const all = line(`${name}_bucket`, { ...labels, le: '+Inf' }, count)
      return buckets.join('') + all + line(`${name}_sum`, labels, sum) + line(`${name}_count`, labels, count)
    })
    return heading(name, 'histogram', help) + lines.join('')
  }
}
