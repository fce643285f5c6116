import { type KeyAlias, keyAliases } from './keyAliases.ts'

const aliasById = new Map(
  Object.entries<readonly string[]>(keyAliases).flatMap(([alias, ids]) => ids.map((id) => [id, alias as KeyAlias])),
)

/** The alias of a command. */
export const keyAliasOf = (id: string): KeyAlias | undefined => aliasById.get(id)
