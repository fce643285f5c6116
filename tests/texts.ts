import { texts as enOfDesk } from '#locales/desk/en.ts'
import { texts as idOfDesk } from '#locales/desk/id.ts'
import { texts as zhOfDesk } from '#locales/desk/zh.ts'
import { texts as enOfGuest } from '#locales/guest/en.ts'
import { texts as idOfGuest } from '#locales/guest/id.ts'
import { texts as zhOfGuest } from '#locales/guest/zh.ts'

// What is here wherever somebody is signed in.
export const zh = { ...zhOfGuest, ...zhOfDesk }
export const en = { ...enOfGuest, ...enOfDesk }
export const id = { ...idOfGuest, ...idOfDesk }
