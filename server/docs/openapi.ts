import type { TSchema } from 'typebox'
import { ERROR_STATUS, type ErrorCode } from '#contract/reply.ts'
import { IDENTITY } from '../identity.ts'
import { textsOf } from '../texts/texts.ts'
import { API, COMMON_ERRORS, type DocumentedCall } from './api.ts'

/** The merchant API as OpenAPI 3.1, from the very schemas that check its calls. */
export const openapiDocument = (): object => ({
  openapi: '3.1.0',
  info: {
    title: `${IDENTITY.name} merchant API`,
    version: IDENTITY.version,
    description: 'Every call is signed: see the document beside this file for how.',
  },
  servers: [{ url: '/' }],
  paths: Object.fromEntries(API.map((one) => [one.call.path, { [one.call.method.toLowerCase()]: operationOf(one) }])),
  components: { schemas: { Error: ERROR } },
})

const ERROR = {
  type: 'object',
  required: ['status', 'error', 'message', 'requestId'],
  properties: {
    status: { const: 'error' },
    error: { type: 'string', description: 'A code, stable' },
    message: { type: 'string', description: 'In the language of Accept-Language' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field and what is wrong with it' },
    requestId: { type: 'string', description: 'Also in the header X-Request-Id; tell it to support' },
  },
}

function operationOf({ id, title, description: about, call, input, output, errors }: DocumentedCall): object {
  const replied = { type: 'object', properties: { status: { const: 'ok' }, item: plain(output) }, required: ['status', 'item'] }
  return {
    operationId: id,
    summary: title,
    description: about,
    ...(call.method === 'GET' ? { parameters: parametersOf(input) } : { requestBody: json(plain(input), true) }),
    ...(call.idempotent && { parameters: [IDEMPOTENCY_KEY] }),
    responses: {
      200: { description: 'Done', ...json(replied) },
      ...Object.fromEntries(byStatus([...COMMON_ERRORS, ...errors])),
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 128 },
  description: 'Of your choosing, one for each thing you mean to do',
}

const json = (schema: object, required?: true) => ({
  ...(required && { required }),
  content: { 'application/json': { schema } },
})

/** The schema as text: what the compiler needs of it stays behind. */
const plain = (schema: TSchema): object => JSON.parse(JSON.stringify(schema)) as object

interface ObjectSchema {
  properties: Record<string, { description?: string }>
  required?: string[]
}

const parametersOf = (input: TSchema): object[] => {
  const { properties, required = [] } = plain(input) as ObjectSchema
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

/** The codes an HTTP status may carry, each with its words. */
function byStatus(codes: readonly ErrorCode[]): [number, object][] {
  const statuses = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = ERROR_STATUS[code as keyof typeof ERROR_STATUS]
    statuses.set(status, [...(statuses.get(status) ?? []), code])
  }
  return [...statuses].map(([status, some]) => [
    status,
    {
      description: some.map((code) => `${code}: ${textsOf('en').errors[code]}`).join('. '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
}
