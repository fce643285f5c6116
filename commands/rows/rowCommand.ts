import { type Command, type CommandOptions, command } from '../command.ts'
import { type Condition, currentRow } from '../conditions.ts'
import type { Scope } from '../scope.ts'
import { listAddress } from './kinds.ts'
import type { RowKind, RowRef } from './rowRef.ts'

/** The kinds with a condition that the current row is one of them. */
type NamedKind = { [Kind in RowKind]: `row.${Kind}` extends Condition ? Kind : never }[RowKind]

/** A command for the current row. */
const onCurrentRow = <const Id extends string>(
  id: Id,
  run: (ref: RowRef, scope: Scope) => ReturnType<Command['run']>,
  rest: CommandOptions,
) =>
  command({
    ...rest,
    id,
    section: 'row',
    run(scope) {
      const ref = currentRow(scope)
      return ref === null ? undefined : run(ref, scope)
    },
  })

/** A command for a row of this kind, also in the menu of such rows. */
export const onRowOf = <const Id extends string>(
  id: Id,
  kind: NamedKind,
  run: (ref: RowRef, scope: Scope) => ReturnType<Command['run']>,
  { conditions = [], ...rest }: CommandOptions,
) => onCurrentRow(id, run, { ...rest, rowKinds: [kind], conditions: [`row.${kind}`, ...conditions] })

interface DrillDown extends CommandOptions {
  /** The kind of the rows that the list holds. */
  list: RowKind
  filter(ref: RowRef, scope: Scope): Record<string, string>
}

/** Opens the list of the rows behind the current row. */
export const drillDown = <const Id extends string>(id: Id, { list, filter, ...rest }: DrillDown) =>
  onCurrentRow(id, (ref, scope) => scope.app.go(listAddress(list, scope.permissions, filter(ref, scope))), rest)
