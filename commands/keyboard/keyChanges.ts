import { type Binding, type Keymap, keymap, type Layer } from './keymap.ts'

/** Layers with user-defined keys. The keys of the palette are fixed. */
export const CUSTOMIZABLE_LAYERS = ['global', 'page', 'grid', 'detail', 'form'] as const satisfies readonly Layer[]
export type CustomizableLayer = (typeof CUSTOMIZABLE_LAYERS)[number]

/** Layer -> binding -> the keys that replace those of the keymap. An empty list unbinds it. */
export type KeyChanges = Readonly<Partial<Record<CustomizableLayer, Readonly<Record<string, readonly string[]>>>>>

export function applyKeyChanges(changes: KeyChanges): Keymap {
  return { ...keymap, ...Object.fromEntries(CUSTOMIZABLE_LAYERS.map((layer) => [layer, layerWith(layer, changes)])) }
}

function layerWith(layer: CustomizableLayer, changes: KeyChanges): Record<string, Binding> {
  const own = changes[layer] ?? {}
  const kept = bindingsOf(layer).filter(([, id]) => !Object.hasOwn(own, id))
  const added = Object.entries(own).flatMap(([id, all]) => all.map((keys) => [keys, id as Binding]))
  return Object.fromEntries([...kept, ...added])
}

export const bindingsOf = (layer: CustomizableLayer): [keys: string, id: Binding][] => Object.entries(keymap[layer])
