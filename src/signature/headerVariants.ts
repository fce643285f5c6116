import { signedHead } from '#contract/signing.ts'
import type { Algorithms } from './diagnose.ts'
import { isHex, latin1, reencodedForm, rewriteJson, utf8, utf8WithMark, utf16 } from './encodings.ts'
import type { SignedRequest } from './readRequest.ts'
import { PADDINGS_OF_A_SECRET, type Secrets } from './variants.ts'

/** The steps of making the signature of a header. */
export interface HeaderRecipe {
  key: Uint8Array
  /** What stands before the content. */
  time(seconds: string): string
  head: string
  body: string
  bytes(text: string): Uint8Array
  mac(key: Uint8Array, text: Uint8Array, algorithms: Algorithms): Uint8Array
}

interface NamedChange {
  mistake: string
  change: Partial<HeaderRecipe>
}

/** A typical mistake that makes the signature of a header invalid. The last three are not made in a step of the recipe. */
export type HeaderMistake =
  | ReturnType<typeof headerSteps>[number][number]['mistake']
  | 'fieldsSigned'
  | 'upperCase'
  | 'headerBase64'

export interface HeaderVariant extends NamedChange {
  mistake: HeaderMistake
}

/** The recipe of the gateway. A callback is signed without method and path. */
export const rightHeader = ({ method, target, body, isCallback }: SignedRequest, secret: string): HeaderRecipe => ({
  key: utf8(secret),
  time: (seconds) => `${seconds}.`,
  head: isCallback ? '' : signedHead(method, target),
  body,
  bytes: utf8,
  mac: (key, text, { hmacs }) => hmacs.sha256(key, text),
})

/** The mistakes by step, the likely ones first. A signature has at most one mistake per step. */
export function headerSteps(request: SignedRequest, { secret, oldSecret }: Secrets) {
  return [
    [
      ...(oldSecret === '' || oldSecret === secret
        ? []
        : [{ mistake: 'oldSecret', change: { key: utf8(oldSecret) } } as const]),
      ...PADDINGS_OF_A_SECRET.map((pad) => ({ mistake: 'secretPadded', change: { key: utf8(pad(secret)) } }) as const),
      ...(isHex(secret) ? [{ mistake: 'secretDecoded', change: { key: bytesOfHex(secret) } } as const] : []),
    ],
    [
      { mistake: 'timeLeftOut', change: { time: () => '' } },
      { mistake: 'timeOther', change: { time: (seconds) => `${Math.round(Number(seconds) * 1_000)}.` } },
      { mistake: 'timeOther', change: { time: (seconds) => `${Math.floor(Number(seconds))}.` } },
      { mistake: 'dotLeftOut', change: { time: (seconds) => seconds } },
    ],
    request.isCallback ? headsOfCallback(request) : headsOfCall(request),
    bodies(request),
    [
      { mistake: 'latin1', change: { bytes: latin1 } },
      { mistake: 'utf16', change: { bytes: utf16 } },
      { mistake: 'byteOrderMark', change: { bytes: utf8WithMark } },
    ],
    [
      { mistake: 'plainHash', change: { mac: (key, text, { digests }) => digests.sha256(concat(key, text, key)) } },
      { mistake: 'plainHash', change: { mac: (key, text, { digests }) => digests.sha256(concat(key, text)) } },
      { mistake: 'plainHash', change: { mac: (key, text, { digests }) => digests.sha256(concat(text, key)) } },
      { mistake: 'plainHash', change: { mac: (_, text, { digests }) => digests.sha256(text) } },
      { mistake: 'otherHash', change: { mac: (key, text, { hmacs }) => hmacs.sha1(key, text) } },
      { mistake: 'otherHash', change: { mac: (key, text, { hmacs }) => hmacs.sha512(key, text) } },
      { mistake: 'otherHash', change: { mac: (key, text, { hmacs }) => hmacs.md5(key, text) } },
      { mistake: 'keyAndTextSwapped', change: { mac: (key, text, { hmacs }) => hmacs.sha256(text, key) } },
    ],
  ] as const satisfies readonly (readonly NamedChange[])[]
}

function headsOfCall({ method, url, target }: SignedRequest) {
  const [path] = target.split('?') as [string]
  const heads = [
    ['headLeftOut', ''],
    ['queryLeftOut', signedHead(method, path)],
    ['addressSigned', signedHead(method, url)],
    ['methodLowerCase', signedHead(method.toLowerCase(), target)],
    ['methodLeftOut', `${target}\n`],
    ['lineBreakOther', `${method} ${target}`],
    ['lineBreakOther', `${method} ${target}\\n`],
    ['lineBreakOther', `${method} ${target}\r\n`],
    ['lineBreakOther', `${method} ${target} `],
    ['lineBreakOther', `${method}\n${target}\n`],
    ['targetDecoded', signedHead(method, decoded(target))],
  ] as const
  const right = signedHead(method, target)
  return heads.filter(([, head]) => head !== right).map(([mistake, head]) => ({ mistake, change: { head } }))
}

const headsOfCallback = ({ method, url, target }: SignedRequest) =>
  [target, url].map((address) => ({ mistake: 'headSigned', change: { head: signedHead(method, address) } }) as const)

function bodies({ body }: SignedRequest) {
  if (body === '') return ['{}', 'null', '[]'].map((text) => ({ mistake: 'emptyBodySigned', change: { body: text } }) as const)
  const isJson = body.trimStart().startsWith('{')
  const texts = isJson ? new Set(rewriteJson.map((rewrite) => rewrite(body))) : reencodedForm(body)
  return [
    { mistake: 'bodyLeftOut', change: { body: '' } } as const,
    ...Array.from(texts, (text) => ({ mistake: 'bodyReencoded', change: { body: text } }) as const),
  ]
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

const bytesOfHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g)!, (digits) => Number.parseInt(digits, 16))

function concat(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
