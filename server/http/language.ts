import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, languageOfTag } from '../texts/languages.ts'

/** What the caller reads: what the request asks for, else what the account has chosen, else Chinese. */
export const callerLanguage = (request: FastifyRequest): Language =>
  acceptedLanguage(request.headers['accept-language']) ??
  languageOfTag(request.caller?.merchant.locale ?? '') ??
  DEFAULT_LANGUAGE
