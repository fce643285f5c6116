import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, languageOfTag } from '../texts/languages.ts'

/** The caller's language: from Accept-Language, else from the account's settings, else the default. */
export const callerLanguage = (request: FastifyRequest): Language =>
  acceptedLanguage(request.headers['accept-language']) ??
  languageOfTag(request.caller?.merchant.locale ?? '') ??
  DEFAULT_LANGUAGE
