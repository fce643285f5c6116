import Type, { type Static } from 'typebox'
import { ASSIGNEE_PATTERN, MAX_NOTE_LENGTH, NOTE_PATTERN } from '../rows/notes.ts'
import { orderNumber, pattern } from './fields.ts'

export const assignee = pattern(ASSIGNEE_PATTERN, { description: 'A sign-in name; ME is the caller, NONE no account' })

export const AddNote = Type.Object({
  id: orderNumber,
  text: pattern(NOTE_PATTERN, {
    maxLength: MAX_NOTE_LENGTH,
    description: 'Line breaks are kept; no other control characters',
  }),
})

export const AssignOrder = Type.Object({ id: orderNumber, assignedTo: assignee })

export type AddNote = Static<typeof AddNote>
export type AssignOrder = Static<typeof AssignOrder>
