import { sum } from '#contract/money.ts'
import { count } from '../format/amount.ts'
import { Amount } from '../table/kinds.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Status } from '../ui/Status.tsx'
import { toneOf } from '../ui/tones.ts'
import type { ListWords } from './listWords.ts'
import styles from './SumDialog.module.css'
import type { Sheet } from './sheet.ts'
import { sumLines, tallyOf } from './sums.ts'

/** What the selection comes to, by status. */
export function SumDialog({ sheet, words }: { sheet: Sheet; words: ListWords }) {
  const { t } = words
  const { places } = sheet.list
  const { selection } = sheet
  const lines = sumLines(selection.rows, places)
  const summary = sheet.summary?.getSnapshot().context.summary ?? null
  const tally = tallyOf(selection.chosen, { count: sheet.count, summary, places })
  const fees =
    selection.chosen.kind === 'some'
      ? sum(
          lines.map(({ fee }) => fee),
          places,
        )
      : (summary?.fee ?? null)
  return (
    <Dialog
      open
      onClose={() => sheet.dialog.set(null)}
      title={t('list.sum.title')}
      closeLabel={t('app.close')}
      finalFocus={() => {
        sheet.parts.grid?.focus()
        return sheet.parts.grid?.cell ?? null
      }}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('field.status')}</th>
            <th scope="col">{t('list.sum.count')}</th>
            <th scope="col">{t('field.payAmount')}</th>
            <th scope="col">{t('field.payFee')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.status}>
              <th scope="row">
                <Status tone={toneOf(line.status)}>{words.status(line.status)}</Status>
              </th>
              <td>{count(line.count)}</td>
              <td>
                <Amount value={line.amount} places={places} />
              </td>
              <td>
                <Amount value={line.fee} places={places} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('list.sum.all')}</th>
            <td>{count(tally.count)}</td>
            <td>
              <Amount value={tally.amount} places={places} />
            </td>
            <td>
              <Amount value={fees} places={places} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Dialog>
  )
}
