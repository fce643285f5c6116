import { CUSTOMIZABLE_LAYERS, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { findKeyIssues, type KeyIssue } from '#commands/keyboard/remap.ts'
import { CHOICES, type PreferenceValues } from './preferences.ts'
import { isListOf, isObject, isText } from './storedShapes.ts'

/** An error in a preferences file, with its position. */
export type FileFault =
  | { kind: 'json'; text: string }
  | { kind: 'foreign' }
  | { kind: 'unknown'; at: string }
  | { kind: 'value'; at: string; may: string }
  | { kind: 'key'; fault: KeyIssue }

const VERSION = 1

/** Preferences as a JSON file, to be imported in another browser. */
export const formatPreferences = (likings: PreferenceValues): string =>
  `${JSON.stringify({ paydesk: VERSION, ...likings }, null, 2)}\n`

/** Parses a preferences file, or returns all its errors. Preferences it does not contain stay unchanged. */
export function parsePreferences(text: string): { likings: Partial<PreferenceValues> } | { faults: FileFault[] } {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (cause) {
    return { faults: [{ kind: 'json', text: cause instanceof Error ? cause.message : '' }] }
  }
  if (!isObject(read) || read.paydesk !== VERSION) return { faults: [{ kind: 'foreign' }] }
  const { paydesk: _, ...said } = read
  const faults = Object.entries(said).flatMap(([at, value]) => faultsIn(at, value))
  return faults.length > 0 ? { faults } : { likings: said as Partial<PreferenceValues> }
}

function faultsIn(at: string, value: unknown): FileFault[] {
  if (at === 'keys') {
    const fault = shapeFault(value)
    return fault === null ? findKeyIssues(value as KeyChanges).map((issue) => ({ kind: 'key', fault: issue })) : [fault]
  }
  if (!Object.hasOwn(CHOICES, at)) return [{ kind: 'unknown', at }]
  const may: readonly unknown[] = CHOICES[at as keyof typeof CHOICES]
  return may.includes(value) ? [] : [{ kind: 'value', at, may: may.map((one) => JSON.stringify(one)).join(', ') }]
}

/** The first part of `keys` that has not the shape of key changes. */
function shapeFault(value: unknown): FileFault | null {
  const may = '{ "grid": { "list.refresh": ["R"] } }'
  if (!isObject(value)) return { kind: 'value', at: 'keys', may }
  for (const [layer, own] of Object.entries(value)) {
    if (!CUSTOMIZABLE_LAYERS.some((one) => one === layer)) return { kind: 'unknown', at: `keys.${layer}` }
    if (!isObject(own)) return { kind: 'value', at: `keys.${layer}`, may }
    for (const [id, keys] of Object.entries(own)) {
      if (!isListOf(isText)(keys)) return { kind: 'value', at: `keys.${layer}.${id}`, may: '["g x"]' }
    }
  }
  return null
}
