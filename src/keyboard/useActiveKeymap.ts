import { useSyncExternalStore } from 'react'
import { activeKeymap, type Keymap, onKeymapChange } from '#commands/keyboard/keymap.ts'

/** The user's keymap. Renders again when a binding changes, so that `keysFor` in the component is current. */
export const useActiveKeymap = (): Keymap => useSyncExternalStore(onKeymapChange, activeKeymap)
