import { texts as enOfCommands } from '#locales/commands/en.ts'
import { texts as esOfCommands } from '#locales/commands/es.ts'
import { texts as idOfCommands } from '#locales/commands/id.ts'
import { texts as viOfCommands } from '#locales/commands/vi.ts'
import { texts as zhOfCommands } from '#locales/commands/zh.ts'
import { texts as enOfDesk } from '#locales/desk/en.ts'
import { texts as esOfDesk } from '#locales/desk/es.ts'
import { texts as idOfDesk } from '#locales/desk/id.ts'
import { texts as viOfDesk } from '#locales/desk/vi.ts'
import { texts as zhOfDesk } from '#locales/desk/zh.ts'
import { texts as enOfFilters } from '#locales/filters/en.ts'
import { texts as esOfFilters } from '#locales/filters/es.ts'
import { texts as idOfFilters } from '#locales/filters/id.ts'
import { texts as viOfFilters } from '#locales/filters/vi.ts'
import { texts as zhOfFilters } from '#locales/filters/zh.ts'
import { texts as enOfGuest } from '#locales/guest/en.ts'
import { texts as esOfGuest } from '#locales/guest/es.ts'
import { texts as idOfGuest } from '#locales/guest/id.ts'
import { texts as viOfGuest } from '#locales/guest/vi.ts'
import { texts as zhOfGuest } from '#locales/guest/zh.ts'

// The texts that are loaded for every signed-in user, those of filters with the first list.
export const zh = { ...zhOfGuest, ...zhOfDesk, ...zhOfCommands, ...zhOfFilters }
export const en = { ...enOfGuest, ...enOfDesk, ...enOfCommands, ...enOfFilters }
export const id = { ...idOfGuest, ...idOfDesk, ...idOfCommands, ...idOfFilters }
export const vi = { ...viOfGuest, ...viOfDesk, ...viOfCommands, ...viOfFilters }
export const es = { ...esOfGuest, ...esOfDesk, ...esOfCommands, ...esOfFilters }
