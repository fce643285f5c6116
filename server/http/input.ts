import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import Compile, { type Validator } from 'typebox/compile'
import type { AnyCall } from '#contract/call.ts'
import { Refusal } from '../refusal.ts'

type Fields = Record<string, unknown>

/** Fields of a body or a query, and the levels of objects and lists in it. Far more than any shape has. */
export const INPUT_LIMITS = { fields: 200, levels: 8 }

/**
 * Refuses larger inputs with BAD_REQUEST, before any work for each field: an input may have any unknown fields, and a signature covers
 * them. Register it before hooks that read inputs.
 */
export function limitInputs(app: FastifyInstance): void {
  const detail = { fields: String(INPUT_LIMITS.fields), levels: String(INPUT_LIMITS.levels) }
  app.addHook('preValidation', async ({ query, body }) => {
    if (isTooComplex(query) || isTooComplex(body)) throw new Refusal('BAD_REQUEST', { reason: 'inputTooComplex', detail })
  })
}

const isTooComplex = (value: unknown): boolean =>
  isObject(value) && (Object.keys(value).length > INPUT_LIMITS.fields || isDeeper(value, INPUT_LIMITS.levels))

const isDeeper = (value: unknown, levels: number): boolean =>
  isObject(value) && (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Builds a reader that collects a call's flat input from the path, query and body, and checks it against the shape. The row
 * of the call table says where each field is sent; a field sent elsewhere is ignored, like one that the shape does not have,
 * unless the input is signed: a signature covers every field. Values are not converted.
 * The reader throws VALIDATION_FAILED, BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE.
 */
export function inputReader<Input>(row: AnyCall, shape: TSchema): (request: FastifyRequest) => Input {
  const inPath = Array.from(row.path.matchAll(/:(\w+)/g), ([, name]) => name!)
  const inQuery = row.query === 'all' ? null : new Set<string>(row.query)
  // Compiled at the first request: compiling the shapes of all calls takes longer than building the rest of the app.
  let validator: Validator | undefined
  const known = knownFields(shape)
  return (request) => {
    if (row.body === 'json' && isForm(request)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
    const params = request.params as Fields
    const query = pick(request.query as Fields, (name) => inQuery?.has(name) ?? !inPath.includes(name))
    const body = inQuery === null ? {} : pick(bodyOf(request), (name) => !inQuery.has(name) && !inPath.includes(name))
    const input = pick({ ...body, ...query, ...params }, (name) => known?.has(name) ?? true)
    const unstorable = Object.keys(input).filter((name) => isUnstorable(input[name]))
    if (unstorable.length > 0) {
      throw new Refusal('VALIDATION_FAILED', { fields: Object.fromEntries(unstorable.map((name) => [name, 'rule.format'])) })
    }
    validator ??= Compile(shape)
    if (!validator.Check(input)) throw new Refusal('VALIDATION_FAILED', { fields: fieldErrors(validator, input) })
    return input as Input
  }
}

/** No shape nests deeper. Limits the search in a deeply nested body. */
const MAX_DEPTH = 4

/** Whether a value contains a NUL character or half of a surrogate pair. JSON can carry them, PostgreSQL cannot store them. */
export function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (!isObject(value) || depth === MAX_DEPTH) return false
  return Object.values(value).some((item) => isUnstorable(item, depth + 1))
}

/** The fields of the shape; null when the input is signed. */
function knownFields(shape: TSchema): ReadonlySet<string> | null {
  const { properties } = shape as TSchema & { properties: Record<string, TSchema> }
  return Object.hasOwn(properties, '_sign') ? null : new Set(Object.keys(properties))
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

function bodyOf({ body }: FastifyRequest): Fields {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('BAD_REQUEST')
  return body as Fields
}

const pick = (fields: Fields, wanted: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => wanted(name)))

function fieldErrors(validator: Validator, input: Fields): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { keyword, instancePath, params } of validator.Errors(input)) {
    if (keyword === 'required') {
      for (const name of params.requiredProperties) fields[name] ??= 'rule.required'
    } else {
      const name = instancePath.split('/')[1]
      if (name) fields[name] ??= keyword === 'maxLength' ? 'rule.tooLong' : 'rule.format'
    }
  }
  return fields
}
