import { normalizeMobile } from '#contract/rules.ts'

/** A contact that can be called about a loan or an order. */
export interface Contact {
  name: string
  number: readonly { number: string }[]
  mobile?: string | null
  /** The relation to the customer; `EMERGENCY` sorts first. */
  relation?: string | null
  tagByName?: boolean
}

/** The maximum number of contacts on a screen. */
export const CONTACT_LIMIT = 500

/** Whether two notations are the same phone number: `+62 812-345` and `0812345`. Empty matches nothing. */
export function matchPhone(one: string, other: string): boolean {
  const [left, right] = [one, other].map(phone)
  return left !== '' && left === right
}

// Brackets and dots also occur in phone numbers, and the mobile rule does not handle them.
const phone = (written = ''): string => normalizeMobile(written.replace(/[().]/g, ''))

/** The first contact with this phone, as the mobile or among the numbers. */
export const findContact = (contacts: readonly Contact[], wanted: string): Contact | null =>
  contacts.find(({ mobile, number }) =>
    [mobile ?? '', ...number.map((item) => item.number)].some((known) => matchPhone(known, wanted)),
  ) ?? null

const EMERGENCY = /emergency/i

/** Emergency contacts first, then by relation, tagged contacts first within a relation, then by name; at most 500. */
export const sortContacts = (contacts: readonly Contact[]): Contact[] =>
  contacts
    .toSorted(
      (one, other) =>
        urgency(one) - urgency(other) ||
        relation(one).localeCompare(relation(other)) ||
        Number(other.tagByName ?? false) - Number(one.tagByName ?? false) ||
        one.name.localeCompare(other.name),
    )
    .slice(0, CONTACT_LIMIT)

// Every spelling of emergency is the same relation.
const relation = (contact: Contact): string => (urgency(contact) === 0 ? '' : (contact.relation ?? ''))
const urgency = (contact: Contact): number => (EMERGENCY.test(contact.relation ?? '') ? 0 : 1)
