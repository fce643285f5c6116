import type { Translate } from '../../i18n.ts'
import { BUCKETS, type Bucket } from '../../reconcile/buckets.ts'
import { EXPORT_COLUMNS, type ExportColumn, type ExportForm } from '../../reconcile/worker/protocol.ts'
import { saveAndNotify } from '../../saveFile.ts'
import type { Console } from '../../useConsole.tsx'
import type { ReconcileSession } from './reconcileSession.ts'

interface EntryExport {
  bucket: Bucket | 'all'
  form: ExportForm
  t: Translate
}

/** Saves a bucket, or all entries, as a file with the columns of the statement and ours. */
export async function exportEntries(
  console: Console,
  { client }: ReconcileSession,
  { bucket, form, t }: EntryExport,
): Promise<void> {
  const titles = Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, t(`reconcile.export.${column}`)]))
  const buckets = Object.fromEntries(BUCKETS.map((one) => [one, t(`reconcile.bucket.${one}`)]))
  const marks = { RECONCILED: t('reconcile.mark.RECONCILED'), DISCREPANCY: t('reconcile.mark.DISCREPANCY') }
  const texts = { titles: titles as Record<ExportColumn, string>, buckets: buckets as Record<Bucket, string>, marks }
  try {
    const { blob, fileName } = await client.call('export', { bucket, form, texts })
    saveAndNotify({ blob, name: fileName, what: 'reconcile' }, console, window)
  } catch {
    console.scope().app.toast(['reconcile.notExported', {}, 'error'])
  }
}
