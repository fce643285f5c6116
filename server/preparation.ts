import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { callerLanguage } from './http/caller.ts'
import { createApp } from './http/createApp.ts'
import { errorBody } from './http/errors.ts'
import { html } from './http/html.ts'
import { opensPage } from './http/notFound.ts'
import { sendPlainPage } from './http/plainPage.ts'
import { IDENTITY } from './identity.ts'
import { Refusal } from './refusal.ts'
import type { Texts } from './texts/en.ts'
import { fill, textsOf } from './texts/texts.ts'

export type Step = Exclude<keyof Texts['startPage'], 'title' | 'text'>

/** What still keeps a gateway from answering. */
export interface Preparation {
  /** Runs the work and shows it on the page until it ends. */
  during<Result>(step: Step, work: () => Promise<Result>): Promise<Result>
}

const RETRY_AFTER_SECONDS = 2

/** Reloads the page when another step has begun, and when the gateway answers: a moment without a server is no error. */
const script = `const here = document.querySelector('ul')?.textContent
setInterval(async () => {
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
  if (reply === null) return
  if (reply.status !== 503) return location.reload()
  const next = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('ul')
  if (next !== null && next.textContent !== here) document.querySelector('ul').replaceWith(next)
}, 1000)
`

/**
 * Listens while the gateway is prepared: calls are answered with 503 and Retry-After, a browser gets a page that opens the console when
 * it is ready. Throws the error of `listen` when the port is in use.
 */
export async function servePreparation(config: Config) {
  const app = await createApp({ ...config, logLevel: 'silent' }, {})
  const steps: Step[] = []
  app.addHook('onRequest', async (request, reply) => {
    reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS))
    if (!opensPage(request)) return reply.send(errorBody(new Refusal('UNAVAILABLE'), request))
    const language = callerLanguage(request)
    const texts = textsOf(language).startPage
    const names = { name: IDENTITY.name, n: config.seedOrders.toLocaleString('en') }
    return sendPlainPage(reply, {
      language,
      title: fill(texts.title, names),
      body: html`<ul>${steps.map((step) => html`<li>${fill(texts[step], names)}</li>`)}</ul><p>${fill(texts.text, names)}</p>`,
      script,
    })
  })
  await app.listen({ port: config.port, host: config.host })
  const preparation: Preparation = {
    async during(step, work) {
      steps.push(step)
      // The page is answered before work that keeps the process busy.
      await setTimeout(0)
      return work().finally(() => steps.splice(steps.indexOf(step), 1))
    },
  }
  return {
    preparation,
    /** The port that it listened on: another one than 0. */
    port: (app.server.address() as { port: number }).port,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
