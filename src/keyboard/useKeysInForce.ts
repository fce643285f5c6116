import { useSyncExternalStore } from 'react'
import { type Keys, keysInForce, onOtherKeys } from '#commands/keymap.ts'

/** The keys as they are for this user; draws again when he changes one, so that what `keysFor` says is what is drawn. */
export const useKeysInForce = (): Keys => useSyncExternalStore(onOtherKeys, keysInForce)
