import type { DetailScope } from '#commands/scope.ts'
import type { PayOrder } from '#contract/rows.ts'
import { writtenIn } from '../detail/fact.ts'
import { spokenOrder } from '../detail/spoken.ts'
import { TABS } from '../detail/tabs.ts'
import type { Words } from '../detail/words.ts'
import { linkTo } from './copying.ts'
import type { Sheet } from './sheet.ts'

interface Host {
  order(): PayOrder
  words(): Words
  /** The pane it is drawn in. */
  pane(): HTMLElement | null
}

/** The open record as commands know it. */
export function createDetailScope(sheet: Sheet, { order, words, pane }: Host): DetailScope {
  const { list, console, address, record, detail } = sheet
  const query = () => address.query.get()
  const copied = (what: 'orderNo' | 'row' | 'link'): string => {
    if (what === 'orderNo') return order().platOrderNo
    if (what === 'link') return linkTo(sheet, order())
    return list.facts.map((fact) => `${words().t(fact.title)}\t${writtenIn(order(), fact, words())}`).join('\n')
  }
  return {
    get order() {
      return { kind: list.kind, order: order() }
    },
    focus: () => pane()?.focus(),
    next: record.by,
    toggleFull: () => address.seek({ view: query().view === 'full' ? 'inside' : 'full' }, 'push'),
    tab(by) {
      const at = TABS.indexOf(query().tab)
      const tab = TABS[(at + by + TABS.length) % TABS.length]
      if (tab === undefined) return
      address.seek({ tab }, 'replace')
      // What had it stands in a part that is gone.
      pane()?.focus()
    },
    openMenu: () => sheet.menu.set(pane()?.querySelector<HTMLElement>('[data-part="number"]') ?? pane()),
    speak: () => sheet.say(spokenOrder(order(), words())),
    copy: (what) => console.scope().app.copy(copied(what)),
    reload: () => detail.send({ type: 'detail.reload' }),
    close() {
      record.close()
      sheet.parts.grid?.focus()
    },
  }
}
