import Type, { type Static } from 'typebox'
import { PATTERNS } from '../rules.ts'
import { pattern, sha256 } from './fields.ts'

export const Credentials = Type.Object({ username: Type.String({ minLength: 1, maxLength: 64 }), password: sha256 })

export const Passcode = Type.Object({ otp: pattern(PATTERNS.passcode) })

export const Locales = Type.Object({ locales: Type.Optional(Type.String({ maxLength: 10 })) })

export const Locale = Type.Object({ locale: Type.Enum(['id', 'zh', 'en', 'vi', 'es', 'mx']) })

export type Credentials = Static<typeof Credentials>
export type Passcode = Static<typeof Passcode>
