// What shows keys of commands, in one chunk: it is loaded with the command runtime.

export { KeyHints, NextKeys, PrefixHint } from '../KeyHints.tsx'
export { FormKeys } from './FormKeys.tsx'
export { GettingStarted } from './GettingStarted.tsx'
