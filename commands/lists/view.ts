import { MAX_SAVED_VIEWS, type SavedView } from '#contract/rows/views.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { ViewChange } from '#machines/views/viewsMachine.ts'
import type { UndoEntry } from '../appScope.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type Argument, type Choice, command } from '../command.ts'
import type { Message } from '../message.ts'
import type { Scope } from '../scope.ts'
import { accessibleViews, findView, findViewByName, namedViewAddress, viewAddress, viewTitle, viewValue } from './savedViews.ts'

const choiceOf = (view: SavedView, scope: Scope): Choice => ({
  value: viewValue(view),
  title: { text: view.name },
  subtitle: viewTitle(view, scope),
  address: viewAddress(view, scope),
})

const view: Argument = {
  name: 'view',
  prompt: 'argument.view',
  ask: { choices: (scope) => accessibleViews(scope).map((one) => choiceOf(one, scope)) },
}

const name = textArgument('name', 'argument.viewName', PATTERNS.viewName)
const columns = choiceArgument('columns', 'argument.viewColumns', ['no', 'yes'])

const VIEW_COMMAND = { keywords: 'command.view.words', section: 'list' } as const
const ANY_VIEW = { ...VIEW_COMMAND, conditions: ['signedIn', 'views.some'] } as const

/** Makes a change, and shows a message with the undo key. */
async function changeWithUndo(
  { app }: Scope,
  change: ViewChange,
  message: Message,
  entry: Omit<UndoEntry, 'redo'>,
): Promise<void> {
  const redo = () => app.changeView(change)
  await redo()
  app.pushUndo({ ...entry, redo })
  app.toast(message, 'undo')
}

/** Commands for saved views. All changes can be undone. */
export const viewCommands = [
  command({
    ...VIEW_COMMAND,
    id: 'view.save',
    conditions: ['list.open', 'list.served'],
    arguments: [name, columns],
    confirm(scope, args) {
      const taken = findViewByName(scope, args.name)
      return taken === null ? null : ['command.view.save.confirm', { name: taken.name }]
    },
    async run(scope, args) {
      const { app, list } = scope
      if (list === null || args.name === undefined) return undefined
      const before = findViewByName(scope, args.name)
      if (before === null && app.views.length >= MAX_SAVED_VIEWS) return ['command.view.full', { n: MAX_SAVED_VIEWS }, 'error']
      const saved = { list: list.kind, name: args.name, query: list.viewQuery({ withColumns: args.columns === 'yes' }) }
      await changeWithUndo(scope, { kind: 'save', view: saved }, ['command.view.saved', { name: saved.name }, 'done'], {
        label: ['undo.view.save', { name: saved.name }],
        undo: () => app.changeView(before === null ? { kind: 'remove', view: saved } : { kind: 'save', view: before }),
      })
      list.followView(saved.name)
      return undefined
    },
  }),
  command({
    ...VIEW_COMMAND,
    id: 'view.update',
    conditions: ['list.open', 'list.served', 'view.changed'],
    subtitle: ({ list }) => (list?.openView == null ? null : ['quoted', { name: list.openView.view.name }]),
    async run(scope) {
      const { app, list } = scope
      const before = list?.openView?.view
      if (list === null || before === undefined) return
      const withColumns = new URLSearchParams(before.query).has('cols')
      const after = { ...before, query: list.viewQuery({ withColumns }) }
      await changeWithUndo(scope, { kind: 'save', view: after }, ['command.view.updated', { name: after.name }, 'done'], {
        label: ['undo.view.update', { name: after.name }],
        undo: () => app.changeView({ kind: 'save', view: before }),
      })
    },
  }),
  command({
    ...ANY_VIEW,
    id: 'view.pick',
    arguments: [view],
    run(scope, args) {
      const picked = findView(scope, args.view)
      if (picked !== null) scope.app.go(namedViewAddress(picked, scope))
    },
  }),
  command({
    ...ANY_VIEW,
    id: 'view.rename',
    arguments: [view, name],
    confirm(scope, args) {
      const [renamed, taken] = [findView(scope, args.view), findViewByName(scope, args.name, findView(scope, args.view)?.list)]
      return taken === null || taken === renamed ? null : ['command.view.save.confirm', { name: taken.name }]
    },
    async run(scope, args) {
      const { app } = scope
      const before = findView(scope, args.view)
      if (before === null || args.name === undefined) return
      const replaced = findViewByName(scope, args.name, before.list)
      const after = { ...before, name: args.name }
      const change = { kind: 'save', view: after, formerly: before.name } as const
      const isOpen = scope.list?.openView?.view === before
      await changeWithUndo(scope, change, ['command.view.renamed', { name: after.name }, 'done'], {
        label: ['undo.view.rename', { name: before.name }],
        async undo() {
          await app.changeView({ kind: 'save', view: before, formerly: after.name })
          if (replaced !== null && replaced !== before) await app.changeView({ kind: 'save', view: replaced })
        },
      })
      if (isOpen) scope.list?.followView(after.name)
    },
  }),
  command({
    ...ANY_VIEW,
    id: 'view.remove',
    arguments: [view],
    async run(scope, args) {
      const removed = findView(scope, args.view)
      if (removed === null) return
      await changeWithUndo(scope, { kind: 'remove', view: removed }, ['command.view.removed', { name: removed.name }, 'done'], {
        label: ['undo.view.remove', { name: removed.name }],
        undo: () => scope.app.changeView({ kind: 'save', view: removed }),
      })
    },
  }),
] as const
