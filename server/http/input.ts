import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import Compile, { type Validator } from 'typebox/compile'
import type { AnyCall } from '#contract/call.ts'
import { Refusal } from '../refusal.ts'

type Fields = Record<string, unknown>

/**
 * Reads the one flat input of a call from where the row says each field travels, and checks its shape.
 * What was sent in another place is not read. Nothing is converted: text stays text.
 */
export function inputReader<Input>(row: AnyCall, shape: TSchema): (request: FastifyRequest) => Input {
  const inPath = Array.from(row.path.matchAll(/:(\w+)/g), ([, name]) => name!)
  const inQuery = row.query === 'all' ? null : new Set<string>(row.query)
  const validator = Compile(shape)
  return (request) => {
    if (row.body === 'json' && isForm(request)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
    const params = request.params as Fields
    const query = pick(request.query as Fields, (name) => inQuery?.has(name) ?? !inPath.includes(name))
    const body = row.body === 'none' ? {} : pick(bodyOf(request), (name) => !inQuery?.has(name) && !inPath.includes(name))
    const input: Fields = { ...body, ...query, ...params }
    const unkept = Object.keys(input).filter((name) => hasNul(input[name]))
    if (unkept.length > 0) {
      throw new Refusal('VALIDATION_FAILED', { fields: Object.fromEntries(unkept.map((name) => [name, 'rule.format'])) })
    }
    if (!validator.Check(input)) throw new Refusal('VALIDATION_FAILED', { fields: faults(validator, input) })
    return input as Input
  }
}

/** No input has more in each other; a body can, and so much of it that looking through it would not end. */
const DEEPEST = 4

/** A character no database keeps in a text, which JSON and addresses can carry all the same. */
function hasNul(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return false
  return Object.values(value).some((one) => hasNul(one, depth + 1))
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

/** Field -> message key, the first fault of each. */
function faults(validator: Validator, input: Fields): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { keyword, instancePath, params } of validator.Errors(input)) {
    if (keyword === 'required') {
      for (const name of params.requiredProperties) found[name] ??= 'rule.required'
    } else {
      const name = instancePath.split('/')[1]
      if (name) found[name] ??= keyword === 'maxLength' ? 'rule.tooLong' : 'rule.format'
    }
  }
  return found
}
