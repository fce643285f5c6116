import type { Translate } from '../i18n.ts'
import type { RunRecord } from './runRecord.ts'

/** What a run does, also as the undo of another one. */
export function runName({ action, isUndo }: Pick<RunRecord, 'action'> & { isUndo: boolean }, t: Translate): string {
  const name = t(`runs.name.${action}`)
  return isUndo ? t('runs.name.undo', { name }) : name
}
