import { normalizeMobile } from '#contract/rules.ts'

/** Somebody who can be called about a loan, or about an order. */
export interface Contact {
  name: string
  number: readonly { number: string }[]
  mobile?: string | null
  /** How he stands to the customer; `EMERGENCY` before all others. */
  relation?: string | null
  tagByName?: boolean
}

/** How many contacts a screen is given. */
export const CONTACT_LIMIT = 500

/** Whether two ways of writing a phone are one phone: `+62 812-345` and `0812345`. Nothing is the same as no number. */
export function matchPhone(one: string, other: string): boolean {
  const [a, b] = [one, other].map(phone)
  return a !== '' && a === b
}

// Brackets and dots are written in phones as well, and the rule of a mobile knows nothing of them.
const phone = (written = ''): string => normalizeMobile(written.replace(/[().]/g, ''))

/** The first contact with this phone, as his mobile or among his numbers. */
export const findContact = (contacts: readonly Contact[], wanted: string): Contact | null =>
  contacts.find(({ mobile, number }) =>
    [mobile ?? '', ...number.map((item) => item.number)].some((known) => matchPhone(known, wanted)),
  ) ?? null

const EMERGENCY = /emergency/i

/** Emergency contacts first, of one relation the tagged ones first, then by name; no more than 500. */
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

// However it is written, an emergency contact is one relation.
const relation = (contact: Contact): string => (urgency(contact) === 0 ? '' : (contact.relation ?? ''))
const urgency = (contact: Contact): number => (EMERGENCY.test(contact.relation ?? '') ? 0 : 1)
