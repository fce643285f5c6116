import { calls } from '#contract/calls.ts'
import { type Argument, command } from './command.ts'
import type { RangeName } from './scope.ts'

const RANGES = ['last7', 'today', 'week', 'month', 'year'] as const satisfies RangeName[]

/** Which rows: what the open list shows, or all of a range of days. */
const rows: Argument = {
  name: 'rows',
  prompt: 'argument.rows',
  ask: {
    choices: ({ list }) => [
      ...(list?.canExport === true ? [{ value: 'list', title: { said: ['argument.rows.list'] as const } }] : []),
      ...RANGES.map((value) => ({ value, title: { said: [`range.${value}`] as const } })),
    ],
  },
  given: ({ list }) => (list?.canExport === true ? 'list' : 'last7'),
}

/** Files of what the lists show. */
export const exportCommands = [
  command({
    id: 'export.payin',
    title: 'command.export.payin',
    words: 'command.export.words',
    section: 'list',
    authority: ['normal', 'subMerchant'],
    key: 'payin_export',
    arguments: [rows],
    risk: 'outward',
    run({ list, app, download }, given) {
      if (given.rows === 'list') return list?.export()
      const days = app.days(given.rows as RangeName)
      return download(calls.exportPayin, { ...days, locales: app.locale })
    },
  }),
] as const
