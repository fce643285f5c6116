import type { TSchema } from 'typebox'
import { ERROR_STATUS, type ErrorCode } from '#contract/reply.ts'
import { IDENTITY } from '../identity.ts'
import { textsOf } from '../texts/texts.ts'
import { API, COMMON_ERRORS, type DocumentedCall } from './api.ts'

/** The merchant API as an OpenAPI 3.1 document, generated from the schemas that validate its calls. */
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

function operationOf({ id, title, description, call, input, output, errors }: DocumentedCall): object {
  const reply = { type: 'object', properties: { status: { const: 'ok' }, item: plain(output) }, required: ['status', 'item'] }
  return {
    operationId: id,
    summary: title,
    description,
    ...(call.method === 'GET' ? { parameters: parametersOf(input) } : { requestBody: json(plain(input), true) }),
    ...(call.idempotent && { parameters: [IDEMPOTENCY_KEY] }),
    responses: {
      200: { description: 'Done', ...json(reply) },
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

/** The schema as plain JSON, without TypeBox's symbols. */
const plain = (schema: TSchema): object => JSON.parse(JSON.stringify(schema)) as object

interface ObjectSchema {
  properties: Record<string, { description?: string }>
  required?: string[]
}

const parametersOf = (input: TSchema): object[] => {
  const { properties, required = [] } = plain(input) as ObjectSchema
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

/** The responses by HTTP status, with the error codes of each and their messages. */
function byStatus(codes: readonly ErrorCode[]): [number, object][] {
  const statuses = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = ERROR_STATUS[code as keyof typeof ERROR_STATUS]
    statuses.set(status, [...(statuses.get(status) ?? []), code])
  }
  return [...statuses].map(([status, errorCodes]) => [
    status,
    {
      description: errorCodes.map((code) => `${code}: ${textsOf('en').errors[code]}`).join('. '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
}
