import { numberOf } from '#commands/rows/kinds.ts'
import type { DetailScope } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldText, fieldValue } from '../../detail/detailField.ts'
import { differencesOf, formatDifferences } from '../../detail/differences.ts'
import { rowAnnouncement } from '../../detail/rowAnnouncements.ts'
import type { RowTexts } from '../../detail/rowTexts.ts'
import type { ListController } from '../listController.ts'
import { type CopyPayload, numberPayload, rowLink } from '../selection/copying.ts'

interface Host {
  row(): ListedRow
  words(): RowTexts
  pane(): HTMLElement | null
}

/** The open row as seen by commands. */
export function createDetailScope(controller: ListController, { row, words, pane }: Host): DetailScope {
  const { list, console, address, actor, query } = controller
  const ref = () => ({ kind: list.kind, row: row() })
  const payload = (what: 'orderNo' | 'row' | 'link'): CopyPayload => {
    // The number shown in the header of the row.
    if (what === 'orderNo') return numberPayload(fieldValue(row(), { field: list.header }) ?? numberOf(ref()))
    if (what === 'link') return { text: rowLink(controller, row()) }
    return { text: list.fields.map((fact) => `${words().t(fact.title)}\t${fieldText(row(), fact, words())}`).join('\n') }
  }
  return {
    get row() {
      return ref()
    },
    focus: () => pane()?.focus(),
    next: (by) => actor.send({ type: 'row.move', by }),
    toggleFull: () => address.navigate({ view: query().view === 'full' ? 'inside' : 'full' }, 'push'),
    tab(by) {
      const { tabs } = list
      const tab = tabs[(tabs.indexOf(query().tab) + by + tabs.length) % tabs.length]
      if (tab === undefined) return
      address.navigate({ tab }, 'replace')
      // The focused element was in the previous tab.
      pane()?.focus()
    },
    openMenu: () => controller.menuAnchor.set(pane()?.querySelector<HTMLElement>('[data-part="number"]') ?? pane()),
    announce() {
      const { was, now } = controller.changeOf(row().id) ?? { was: null }
      const changes = was === null ? '' : formatDifferences(differencesOf({ was, now }, list.fields, words()), words())
      controller.announceForRow([rowAnnouncement(ref(), words()), changes].filter(Boolean).join('. '))
    },
    copy(what) {
      const { text, message } = payload(what)
      return console.scope().app.copy(text, message)
    },
    setRange: list.hasDetailRange ? controller.detailRange.set : null,
    reload: () => actor.send({ type: 'detail.reload' }),
    close() {
      actor.send({ type: 'row.close' })
      controller.handles.grid?.focus()
    },
  }
}
