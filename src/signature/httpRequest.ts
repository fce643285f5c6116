import { SIGNATURE_HEADER } from '#contract/signing.ts'

export interface HttpRequest {
  method: string
  url: string
  body: string
  /** The content type; null without a body or a header. */
  type: string | null
  /** The signature header; null without one. */
  signature: string | null
  /** Whether the gateway sent it to a merchant. */
  isCallback: boolean
}

const DATA = /^(-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/
const WITH_VALUE = /^(-[HXuoAbce]|--(header|request|user|output|user-agent|cookie|url|max-time|connect-timeout))$/
const JOINED_VALUE = /^(-d|-H|-X)(.+)$/s

/** Parses a curl command copied from a terminal, a document or the developer tools of a browser. */
export function readCurl(text: string): HttpRequest {
  const heredoc = HEREDOC.exec(text)?.[3] ?? ''
  const [, ...words] = wordsOf(text.replace(HEREDOC, '')).flatMap((word) => JOINED_VALUE.exec(word)?.slice(1) ?? [word])
  let url = ''
  let signature: string | null = null
  let method = ''
  let type = words.includes('--json') ? JSON_TYPE : FORM_TYPE
  const data: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const value = words[at + 1] ?? ''
    if (/^(?:-H|--header)$/.test(word)) {
      type = /^content-type:\s*(.*)$/is.exec(value)?.[1] ?? type
      signature = SIGNATURE.exec(value)?.[1] ?? signature
    }
    if (/^(?:-X|--request)$/.test(word)) method = value.toUpperCase()
    if (DATA.test(word)) data.push(value.trim() === '@-' ? heredoc : value)
    else if (word === '--data-urlencode') data.push(encodeValue(value))
    else if (word === '--url') url = value
    if (DATA.test(word) || word === '--data-urlencode' || WITH_VALUE.test(word)) at++
    else if (!word.startsWith('-') && url === '') url = word
  }
  const hasBody = data.length > 0 && !words.some((word) => word === '-G' || word === '--get')
  if (method === '') method = hasBody ? 'POST' : 'GET'
  const isCallback = words.some((word) => CALLBACK.test(word))
  return { method, url, body: data.join('&'), type: hasBody ? type : null, signature, isCallback }
}

const SIGNATURE = new RegExp(`^${SIGNATURE_HEADER}:[ \\t]*(.*?)\\r?$`, 'im')

/** A header that only callbacks have. */
const CALLBACK = /^webhook-id:/im

export const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** A here-document after the command. */
const HEREDOC = /<<-?\s*(['"]?)(\w+)\1[^\n]*\n(.*?)\n[ \t]*\2\s*$/s

/** Encodes the value after `name=`, as `--data-urlencode` does. */
function encodeValue(value: string): string {
  const cut = value.indexOf('=')
  return cut < 0 ? encodeURIComponent(value) : `${value.slice(0, cut + 1)}${encodeURIComponent(value.slice(cut + 1))}`
}

// Line continuations of a shell, the Windows prompt and PowerShell.
const LINE_CONTINUATION = /[\\^`]\r?\n/g
const WORD = /(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs
const PIECE = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^'"\\]+)/gs

/** Splits a command line into words and removes the quotes. */
const wordsOf = (text: string): string[] =>
  (text.replace(LINE_CONTINUATION, ' ').match(WORD) ?? []).map((word) =>
    word.replace(PIECE, (_, ansi?: string, single?: string, double?: string, escaped?: string, plain?: string) =>
      ansi !== undefined
        ? ansi.replace(/\\(u[\da-fA-F]{4}|.)/gs, (_all, sign: string) => ANSI[sign] ?? decodeUnicode(sign))
        : (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? ''),
    ),
  )

const ANSI: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

const decodeUnicode = (sign: string): string =>
  sign.length === 5 ? String.fromCharCode(Number.parseInt(sign.slice(1), 16)) : sign

const FIRST_LINE = /^(GET|POST|PUT|PATCH|DELETE)\s+(\S+)/
const CONTENT_TYPE = /^content-type:[ \t]*(.*?)\r?$/im

/** Parses a raw HTTP request, as in a log; null for any other text. */
export function readHttp(text: string): HttpRequest | null {
  const [, method, url] = FIRST_LINE.exec(text) ?? []
  if (method === undefined || url === undefined) return null
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const body = asSent(rest.join('\n').trim())
  const type = body === '' ? null : (CONTENT_TYPE.exec(head)?.[1] ?? null)
  return { method, url, body, type, signature: SIGNATURE.exec(head)?.[1] ?? null, isCallback: CALLBACK.test(head) }
}

const SHOWN_FIELD = /^([\w.-]+) = (.*)$/

/** A form as it was sent, where the text has a line `name = value` for each field, as the page of an order shows it. */
function asSent(body: string): string {
  const fields = body.split(/\r?\n/).map((line) => SHOWN_FIELD.exec(line)?.slice(1))
  return fields.every((field) => field !== undefined) ? new URLSearchParams(fields as [string, string][]).toString() : body
}
