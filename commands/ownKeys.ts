import { type Binding, type Keys, keymap, type Layer } from './keymap.ts'

/** The layers whose keys are the user's to change. The palette's own are how one moves in it. */
export const OWN_LAYERS = ['global', 'page', 'grid', 'detail', 'form'] as const satisfies readonly Layer[]
export type OwnLayer = (typeof OWN_LAYERS)[number]

/** Layer -> binding -> all the keys it has instead of those of the keymap. None at all takes its key away. */
export type Changes = Readonly<Partial<Record<OwnLayer, Readonly<Record<string, readonly string[]>>>>>

/** The keymap with a user's changes laid over it. */
export function withChanges(changes: Changes): Keys {
  return { ...keymap, ...Object.fromEntries(OWN_LAYERS.map((layer) => [layer, layerWith(layer, changes)])) }
}

function layerWith(layer: OwnLayer, changes: Changes): Record<string, Binding> {
  const own = changes[layer] ?? {}
  const kept = entriesOf(layer).filter(([, id]) => !Object.hasOwn(own, id))
  const added = Object.entries(own).flatMap(([id, all]) => all.map((keys) => [keys, id as Binding]))
  return Object.fromEntries([...kept, ...added])
}

export const entriesOf = (layer: OwnLayer): [keys: string, id: Binding][] => Object.entries(keymap[layer])
