import { useMemo } from 'react'
import { goCommandId } from '#commands/navigation/go.ts'
import { routeIds, routes } from '#commands/navigation/routes.ts'
import { commandsForSearchResult } from '#commands/orders/commandsForRow.ts'
import { parseOrderValue } from '#commands/orders/orderArgument.ts'
import { isOffered } from '#commands/registry.ts'
import { identityOf, rowAddress } from '#commands/rows/kinds.ts'
import { taskOf } from '#commands/task.ts'
import type { Task } from '#machines/palette/page.ts'
import { type Console, useConsole } from '../useConsole.tsx'
import type { Row } from './rows/row.ts'
import type { Usage } from './usage.ts'

export interface ChooseOptions {
  newTab?: boolean
  keepOpen?: boolean
}

/** Types a text into the input and selects what follows its prefix. */
type FillIn = (text: string, prefix?: string) => void

export function useRowActions(usage: Usage, fillIn: FillIn) {
  const console = useConsole()
  return useMemo(() => createRowActions(console, usage, fillIn), [console, usage, fillIn])
}

function createRowActions(console: Console, usage: Usage, fillIn: FillIn) {
  const { keyQueue, palette, registry, scope, location } = console
  const isAsking = () => palette.getSnapshot().context.page.task !== null

  function begin(row: Row, task: Task, { newTab = false, keepOpen = false }: ChooseOptions = {}) {
    usage.recordPick(task.command)
    palette.send({ type: 'row.chosen', row: row.id, task: { ...task, newTab }, keepOpen })
  }

  function announceNoMatch() {
    const { text } = palette.getSnapshot().context.page
    if (text.trim() !== '') console.announcer.polite(console.i18n.t('palette.noCommand', { text }))
  }

  /** Waits for the running search. The keys that follow go to what it opens, or are dropped when it opens nothing. */
  function awaitHit({ newTab = false, keepOpen = false }: ChooseOptions = {}) {
    palette.send({ type: 'row.awaited', newTab, keepOpen })
    if (!palette.getSnapshot().context.latched) return
    const keys = keyQueue.hold()
    const subscription = palette.subscribe((snapshot) => {
      if (snapshot.context.latched) return
      subscription.unsubscribe()
      // A new tab takes no keys of this one. A palette that stays open takes them whether it has opened something or not.
      const isLanded = keepOpen || (!newTab && !snapshot.hasTag('open')) || snapshot.context.page.task !== null
      if (isLanded) setTimeout(keys.release)
      else if (keys.drop()) scope().app.toast(['keys.dropped'])
    })
  }

  return {
    /** Handles Enter on a row, or on the text when no row matches. */
    choose(row: Row | undefined, options?: ChooseOptions) {
      if (row === undefined) {
        if (isAsking()) palette.send({ type: 'argument.refused' })
        else announceNoMatch()
      } else if (row.kind === 'value' && row.address !== null && options?.newTab === true) {
        palette.send({ type: 'palette.close' })
        scope().app.go(row.address, 'newTab')
      } else if (row.kind === 'value') palette.send({ type: 'argument.given', value: row.value })
      else if (row.kind === 'order' && isAsking()) palette.send({ type: 'argument.given', value: row.hit.value })
      else if (row.kind === 'order') begin(row, row.hit.task, options)
      else if (row.kind === 'figure') void scope().app.copy(row.amount.replaceAll(',', ''))
      else if (row.kind === 'syntax') fillIn(row.example, row.prefix)
      else if (row.kind === 'command' || row.kind === 'recent') begin(row, row.task, options)
      // A blocked row only explains; any other waits for its lookup. An argument opens nothing.
      else if (row.kind !== 'blocked') awaitHit(isAsking() ? undefined : options)
    },
    /** Handles Tab: opens the options of a command or the actions of an order. */
    openMore(row: Row | undefined) {
      if (row?.kind === 'order' && !isAsking() && hasActions(row, console)) {
        palette.send({ type: 'actions.opened', subject: row.hit })
      }
      if (row?.kind === 'command' && row.hasOptions)
        begin(row, taskOf(row.command, scope(), { askAll: true, given: row.typed ?? {} }))
    },
    /** Reconciles pasted lines; false for a single line and on pages that take no search. */
    pasteLines(text: string): boolean {
      const { task, subject } = palette.getSnapshot().context.page
      const command = registry.get('reconcile.start')
      const isMany = text.split(/[\r\n]+/).filter((line) => line.trim() !== '').length > 1
      if (!isMany || task !== null || subject !== null || !isOffered(command, scope())) return false
      const newTask = taskOf(command, scope(), { given: { lines: text } })
      palette.send({ type: 'row.chosen', row: command.id, task: newTask, keepOpen: false })
      return true
    },
    copyLink(row: Row | undefined) {
      const target = row === undefined ? null : addressOf(row, console)
      if (target !== null) void scope().app.copy(location.linkTo(target))
    },
  }
}

export const hasActions = (row: Row, { registry, scope }: Pick<Console, 'registry' | 'scope'>): boolean =>
  row.kind === 'order' && commandsForSearchResult(row.hit, registry, scope()).length > 0

/** The address that a row opens, or null. */
export function addressOf(row: Row, { scope }: Pick<Console, 'scope'>): string | null {
  if (row.kind === 'order') return rowAddress(identityOf(row.hit), scope().permissions)
  if (row.kind === 'recent') return rowAddress(parseOrderValue(row.task.given.order), scope().permissions)
  if (row.kind === 'value') return row.address
  if (row.kind !== 'command') return null
  if (row.address !== undefined) return row.address
  const routeId = routeIds.find((id) => goCommandId(id) === row.command.id)
  return routeId === undefined ? null : routes[routeId].path
}
