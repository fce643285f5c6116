import { callerLanguage } from '../http/caller.ts'
import type { ErrorPage } from '../http/errors.ts'
import { html } from '../http/html.ts'
import { opensPage } from '../http/notFound.ts'
import { sendPlainPage } from '../http/plainPage.ts'
import { IDENTITY } from '../identity.ts'
import { fill, messageOf, textsOf } from '../texts/texts.ts'

/** A page for a browser that opens an address, in its language; calls of the console and of programs get JSON. */
export const errorPage: ErrorPage = (refusal, request, reply) => {
  if (!opensPage(request)) return null
  const language = callerLanguage(request)
  const texts = textsOf(language).errorPage
  const isAway = refusal.code.startsWith('GATEWAY_')
  const message = messageOf(refusal, language)
  return sendPlainPage(reply, {
    language,
    title: isAway ? texts.away : message,
    body: html`${isAway ? html`<p>${message}</p><p>${texts.awayHint}</p>` : ''}
<p>${isAway ? html`<a href="">${texts.again}</a>` : ''}<a href="/">${fill(texts.toConsole, { name: IDENTITY.name })}</a></p>
<small>${fill(texts.request, { id: request.id })}</small>`,
  })
}
