import { SIGN_TOLERANCE_MS } from '#contract/signing.ts'
import { type Algorithms, choices } from './diagnose.ts'
import { base64, hex } from './encodings.ts'
import { type HeaderMistake, type HeaderRecipe, type HeaderVariant, headerSteps, rightHeader } from './headerVariants.ts'
import type { SignedHeader } from './readRequest.ts'
import type { Secrets } from './variants.ts'

// The contents of a request are longer than joined fields, and more mistakes at once are unlikely.
const MAX_MISTAKES = 2

/** Milliseconds since 1970 have so many digits, seconds have ten. */
const MILLISECONDS = /^\d{13}$/

/**
 * Signs the content of a call or a callback like the gateway, and finds out how the given header was made. `fieldSign` is the right
 * signature of the fields. Null when the header has not its form.
 */
export function diagnoseHeader(
  { header, request }: SignedHeader,
  secrets: Secrets,
  { fieldSign, now, ...algorithms }: Algorithms & { fieldSign: string; now: number },
) {
  const values = valuesOf(header)
  if (values === null) return null
  const { time, signatures } = values
  const right = rightHeader(request, secrets.secret)
  const signed = (recipe: HeaderRecipe): Uint8Array => recipe.mac(recipe.key, recipe.bytes(textOf(recipe, time)), algorithms)
  const isSent = (recipe: HeaderRecipe) => signatures.includes(hex(signed(recipe)))
  // A body from a here-document or a file often ends with a line break, which the pasted text lost.
  const withLineBreak = { ...right, body: `${right.body}\n` }
  const actual = !isSent(right) && isSent(withLineBreak) ? withLineBreak : right
  const isMilliseconds = MILLISECONDS.test(time)
  const offsetMs = Number(time) * (isMilliseconds ? 1 : 1_000) - now
  const mistakes = isSent(actual) ? [] : explain(signatures, headerSteps(request, secrets), { right, signed, fieldSign })
  return {
    text: textOf(actual, time),
    v1: hex(signed(actual)),
    sent: signatures.join(', '),
    verdict: isSent(actual) ? ('right' as const) : mistakes === null ? ('unexplained' as const) : ('explained' as const),
    /** The fewest mistakes that lead to a signature of the header. */
    mistakes: mistakes ?? [],
    isMilliseconds,
    /** The time of the header minus now; null when the gateway accepts it. */
    offsetMs: Math.abs(offsetMs) <= SIGN_TOLERANCE_MS ? null : offsetMs,
  }
}

/** The time and the signatures of a header; null when it has not exactly one time, or no signature. */
function valuesOf(header: string): { time: string; signatures: string[] } | null {
  const parts = header.split(',').map((part) => part.trim())
  const named = (name: string) => parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const [time = '', ...others] = named('t')
  const signatures = named('v1')
  return /^\d+(\.\d+)?$/.test(time) && others.length === 0 && signatures.length > 0 ? { time, signatures } : null
}

const textOf = ({ time, head, body }: HeaderRecipe, seconds: string): string => time(seconds) + head + body

interface Signing {
  right: HeaderRecipe
  signed(recipe: HeaderRecipe): Uint8Array
  fieldSign: string
}

/** The fewest mistakes that lead to a given signature; null when none do. */
function explain(
  signatures: readonly string[],
  steps: readonly (readonly HeaderVariant[])[],
  { right, signed, fieldSign }: Signing,
): HeaderMistake[] | null {
  for (let count = 0; count <= MAX_MISTAKES; count++) {
    for (const variants of choices<HeaderVariant>(steps, count)) {
      const bytes = signed(Object.assign({ ...right }, ...variants.map(({ change }) => change)))
      const encoding = encodingMistakes(bytes, signatures)
      if (encoding !== null) return [...variants.map(({ mistake }) => mistake), ...encoding]
    }
  }
  return signatures.some((signature) => signature.toUpperCase() === fieldSign) ? ['fieldsSigned'] : null
}

/** The encoding mistakes between these bytes and a given signature; null when none is of these bytes. */
function encodingMistakes(bytes: Uint8Array, signatures: readonly string[]): HeaderMistake[] | null {
  const right = hex(bytes)
  if (signatures.includes(right)) return []
  if (signatures.some((signature) => signature.toLowerCase() === right)) return ['upperCase']
  return signatures.includes(base64(bytes)) ? ['headerBase64'] : null
}
