import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callerLanguage } from '../http/caller.ts'
import type { ErrorPage } from '../http/errors.ts'
import { type Html, html } from '../http/html.ts'
import { opensPage } from '../http/notFound.ts'
import { IDENTITY } from '../identity.ts'
import { fill, messageOf, textsOf } from '../texts/texts.ts'

const style = readFileSync(join(import.meta.dirname, 'errorPage.css'), 'utf8')
// The page has no script and loads nothing, so that it also works where the console is not built.
const POLICY = `default-src 'none';style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`

/** A page for a browser that opens an address, in its language; calls of the console and of programs get JSON. */
export const errorPage: ErrorPage = (refusal, request, reply) => {
  if (!opensPage(request)) return null
  const language = callerLanguage(request)
  const texts = textsOf(language).errorPage
  const isAway = refusal.code.startsWith('GATEWAY_')
  const message = messageOf(refusal, language)
  reply.headers({ 'content-security-policy': POLICY, vary: 'accept, accept-language' })
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isAway ? texts.away : message}</title>
<style>${verbatim(style)}</style>
</head>
<body>
<main>
<h1>${isAway ? texts.away : message}</h1>
${isAway ? html`<p>${message}</p><p>${texts.awayHint}</p>` : ''}
<p>${isAway ? html`<a href="">${texts.again}</a>` : ''}<a href="/">${fill(texts.toConsole, { name: IDENTITY.name })}</a></p>
<small>${fill(texts.request, { id: request.id })}</small>
</main>
</body>
</html>
`.html
}

/** Our own stylesheet. */
const verbatim = (css: string): Html => ({ html: css })
