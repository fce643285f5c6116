import { calls } from '#contract/calls.ts'
import type { AuditEvent } from '#contract/rows/audit.ts'
import type { Api, CallOptions } from '../../../api/client.ts'
import { nullsToEmpty } from './curl.ts'

type FieldValues = Record<string, unknown>

interface UndoOptions {
  api: Api
  /** Also switches the language of the console. */
  setLocale(locale: string): Promise<void>
}

/** Undoes an audit event with an ordinary call, validated as usual. Throws for an action that cannot be undone. */
export async function undo(
  { id, action, target, detail, undo: way }: AuditEvent,
  { api, setLocale }: UndoOptions,
): Promise<void> {
  const before = (detail?.before ?? {}) as FieldValues
  const options: CallOptions = { quiet: true, idempotencyKey: `undo-${id}` }
  if (way === 'cancel') {
    await api.call(calls.cancelRecord, { id: target ?? '' }, options)
    return
  }
  switch (action) {
    case 'locale':
      return setLocale(String(detail?.before))
    case 'updateMerchant':
      await api.call(calls.updateSubMerchant, { merchantNo: target ?? '', ...restoredFields(before) }, options)
      return
    case 'keys': {
      const changed = Object.keys((detail?.after ?? {}) as FieldValues)
      const back = nullsToEmpty(Object.fromEntries(changed.map((name) => [name, before[name]])))
      await api.call(calls.changeSecret, { merchantNo: target ?? '', action: 'update', ...back }, { quiet: true })
      return
    }
    default:
      throw new Error(`The action ${action} cannot be undone`)
  }
}

/** The previous values. Empty fields are sent as empty, except a missing part of the fee, which is left out. */
function restoredFields({ feeRate, merchantFee, ...rest }: FieldValues): FieldValues {
  return { ...nullsToEmpty(rest), ...(feeRate != null && { feeRate }), ...(merchantFee != null && { merchantFee }) }
}
