import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { ERROR_STATUS, type ErrorCode } from '#contract/reply.ts'
import { CallbackFields } from '#contract/shapes/merchantReplies.ts'
import { SIGNATURE_HEADER } from '#contract/signing.ts'
import { IDEMPOTENCY_KEY_FORMAT } from '../http/money.ts'
import { IDENTITY } from '../identity.ts'
import { textsOf } from '../texts/texts.ts'
import { API, CALL_LIMITS, COMMON_ERRORS, type DocumentedCall, FIELD_RULES } from './api.ts'
import { client, prelude, shellOf } from './examples.ts'
import { documentPage } from './page.ts'

/** Public routes of the merchant API documentation: an HTML page and an OpenAPI document. */
export function docsRoutes(app: FastifyInstance): void {
  const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')
  const openapi = openapiDocument()

  app.get('/docs', (_, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/', ({ protocol, host }, reply) =>
    reply.type('text/html; charset=utf-8').send(documentPage(`${protocol}://${host}`)),
  )
  app.get('/docs/style.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get('/docs/openapi.json', () => openapi)
}

/** The merchant API as an OpenAPI 3.1 document, generated from the schemas that validate its calls. */
const openapiDocument = (): object => ({
  openapi: '3.1.0',
  info: {
    title: `${IDENTITY.name} merchant API`,
    version: IDENTITY.version,
    description: `Sign every call, preferably with the header: see the page beside this file. ${CALL_LIMITS}`,
  },
  servers: [{ url: '/' }],
  paths: Object.fromEntries(API.map((one) => [one.call.path, { [one.call.method.toLowerCase()]: operationOf(one) }])),
  webhooks: { callback: { post: CALLBACK } },
  components: { schemas: { Error: ERROR }, securitySchemes: { signature: SIGNATURE } },
  // The empty requirement stands for `_timestamp` and `_sign`.
  security: [{ signature: [] }, {}],
})

const SIGNATURE = {
  type: 'apiKey',
  in: 'header',
  name: SIGNATURE_HEADER,
  description:
    'Recommended, and required where the merchant requires it. `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256, with the secret, of ' +
    'the seconds, a dot, the method, a space, the path with the query, a line break and the raw body. Without it, `_timestamp` and `_sign`.',
}

const CALLBACK = {
  operationId: 'callback',
  summary: 'An order became final, or a final one changed',
  description:
    'Sent to the callback URL that is set in the console. Signed like a call, without method and path in the header.',
  parameters: [SIGNATURE_HEADER, 'webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: CallbackFields } } },
  responses: {
    200: {
      description: 'Any status of 200 to 299 with the text SUCCESS or OK. After anything else the callback is sent again',
      content: { 'text/plain': { schema: { enum: ['SUCCESS', 'OK'] } } },
    },
  },
}

const ERROR = {
  type: 'object',
  required: ['status', 'error', 'message', 'requestId'],
  properties: {
    status: { const: 'error' },
    error: { type: 'string', description: 'A stable code' },
    message: { type: 'string', description: 'In the language of Accept-Language' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: FIELD_RULES },
    requestId: { type: 'string', description: 'Also in the header X-Request-Id; quote it to support' },
  },
}

function operationOf(documented: DocumentedCall): object {
  const { id, title, description, call, input, output, errors } = documented
  const reply = { type: 'object', properties: { status: { const: 'ok' }, item: output }, required: ['status', 'item'] }
  return {
    operationId: id,
    summary: title,
    description,
    'x-codeSamples': [
      { lang: 'Shell', source: `${prelude('https://…')}\n\n${shellOf(documented)}` },
      { lang: 'JavaScript', source: client('https://…') },
    ],
    ...(call.method === 'GET' ? { parameters: parametersOf(input) } : { requestBody: json(input, true) }),
    ...(call.idempotent && { parameters: [IDEMPOTENCY_KEY] }),
    responses: {
      200: { description: 'Success', ...json(reply) },
      ...Object.fromEntries(byStatus([...COMMON_ERRORS, ...errors])),
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_FORMAT.source },
  description: 'Your own choice, a new one for each operation',
}

const json = (schema: object, required?: true) => ({
  ...(required && { required }),
  content: { 'application/json': { schema } },
})

const parametersOf = (input: TSchema): object[] => {
  const { properties, required = [] } = input as unknown as { properties: Record<string, object>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

const RETRY_AFTER = { schema: { type: 'string', pattern: '^[0-9]+$' }, description: 'Seconds until a retry makes sense' }

/** The responses by HTTP status, with the error codes of each and their messages. */
const byStatus = (codes: readonly ErrorCode[]) =>
  [...Map.groupBy(codes, (code) => ERROR_STATUS[code as keyof typeof ERROR_STATUS])].map(([status, errorCodes]) => [
    status,
    {
      description: errorCodes.map((code) => `${code}: ${textsOf('en').errors[code]}`).join('. '),
      ...json({ $ref: '#/components/schemas/Error' }),
      ...([429, 503].includes(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
    },
  ])
