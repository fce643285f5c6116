import { type Binding, type Keymap, keymap, type Layer } from './keymap.ts'

/** Layers with user-defined keys. The keys of the palette are fixed. */
export const CUSTOMIZABLE_LAYERS = ['global', 'page', 'grid', 'detail', 'form'] as const satisfies readonly Layer[]
export type CustomizableLayer = (typeof CUSTOMIZABLE_LAYERS)[number]

/** Layer -> binding -> the keys that replace those of the keymap. An empty list unbinds it. */
export type KeyChanges = Readonly<Partial<Record<CustomizableLayer, Readonly<Record<string, readonly string[]>>>>>

export const applyKeyChanges = (changes: KeyChanges): Keymap => ({
  ...keymap,
  ...Object.fromEntries(CUSTOMIZABLE_LAYERS.map((layer) => [layer, Object.fromEntries(changedBindings(layer, changes))])),
})

/** The bindings of a layer with the user's changes. */
export function changedBindings(layer: CustomizableLayer, changes: KeyChanges): [keys: string, id: Binding][] {
  const own = changes[layer] ?? {}
  const kept = bindingsOf(layer).filter(([, id]) => !Object.hasOwn(own, id))
  return [...kept, ...chosenBindings(layer, changes)]
}

/** The bindings of a layer that the user has chosen. */
export const chosenBindings = (layer: CustomizableLayer, changes: KeyChanges): [keys: string, id: Binding][] =>
  Object.entries(changes[layer] ?? {}).flatMap(([id, all]) => all.map((keys): [string, Binding] => [keys, id as Binding]))

export const bindingsOf = (layer: CustomizableLayer): [keys: string, id: Binding][] => Object.entries(keymap[layer])
