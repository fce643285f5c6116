import Type, { type Static } from 'typebox'
import { PATTERNS } from '../rules.ts'
import { pattern } from './fields.ts'

const list = pattern(/^[A-Za-z]{1,32}$/, { description: 'The kind of rows it lists' })

const viewName = pattern(PATTERNS.viewName)

/** List and name identify a view; saving an existing name replaces it. */
export const SaveView = Type.Object({
  list,
  name: viewName,
  query: Type.String({ maxLength: 2_000, description: 'As it stands in the address of the list' }),
  formerly: Type.Optional(Type.String({ maxLength: 60, description: 'The name it had until now' })),
})

export const ViewName = Type.Object({ list, name: viewName })

export type SaveView = Static<typeof SaveView>
export type ViewName = Static<typeof ViewName>
