import type { FocusEvent } from 'react'
import type { SavingContext } from '#machines/settings/savingMachine.ts'
import { shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import type { Translate } from '../../../i18n.ts'
import { faultText } from './faultText.ts'

interface TextFieldsOptions<Values> {
  context: Pick<SavingContext<unknown, Values, unknown>, 'values' | 'faults'>
  send(event: { type: 'values.edit'; values: Partial<Values> } | { type: 'field.leave'; name: string & keyof Values }): void
  t: Translate
  isLocked: boolean
}

/** Props of a text field of a settings form by its name: value, fault and handlers. */
export const textFields =
  <Values extends object>({ context: { values, faults }, send, t, isLocked }: TextFieldsOptions<Values>) =>
  (name: string & keyof Values) => ({
    name,
    value: String(values[name]),
    onValue: (typed: string) => send({ type: 'values.edit', values: { [name]: typed } as Partial<Values> }),
    onBlur: (event: FocusEvent) => shouldValidateOnBlur(event) && send({ type: 'field.leave', name }),
    error: faultText(t, faults[name]),
    readOnly: isLocked,
  })
