import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Language } from '../texts/languages.ts'
import { type Html, html } from './html.ts'

interface PlainPage {
  language: Language
  title: string
  body: Html
  /** Our own script. */
  script?: string
}

const style = readFileSync(join(import.meta.dirname, 'plainPage.css'), 'utf8')

/** Sends a page that loads nothing, so that it also works where the console is not built. */
export function sendPlainPage(reply: FastifyReply, { language, title, body, script = '' }: PlainPage): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === '' ? [] : [`script-src '${hashOf(script)}'`, "connect-src 'self'"]),
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ]
  reply.headers({ 'content-security-policy': policy.join(';'), vary: 'accept, accept-language' })
  return reply.type('text/html; charset=utf-8').send(
    html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${verbatim(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
${script === '' ? '' : html`<script>${verbatim(script)}</script>`}
</body>
</html>
`.html,
  )
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Our own text, which is not escaped. */
const verbatim = (text: string): Html => ({ html: text })
