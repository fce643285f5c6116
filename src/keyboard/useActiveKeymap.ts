import { useSyncExternalStore } from 'react'
import { activeKeymap, type Keymap, onKeymapChange } from '#commands/keyboard/keymap.ts'

/** The keys as they are for this user; draws again when he changes one, so that what `keysFor` says is what is drawn. */
export const useActiveKeymap = (): Keymap => useSyncExternalStore(onKeymapChange, activeKeymap)
