import { describe, expect, test } from 'vitest'
import type { Locale } from '#locales/messages.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { applySuggestion, complete } from '../../src/query/complete.ts'
import { speaker } from './speaker.ts'

/** The suggestions at the caret (`|`), and the text with the first of them applied. */
async function offered(locale: Locale, typed: string, lately: readonly string[] = []) {
  const { grammar } = await speaker(locale, payin)
  const caret = typed.indexOf('|')
  const text = typed.replace('|', '')
  const found = complete(text, caret, grammar, lately)
  const [first] = found.suggestions
  const next = first === undefined ? null : applySuggestion(text, found, first)
  return {
    offered: found.suggestions.map((suggestion) => suggestion.text),
    next: next === null ? null : `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`,
  }
}

describe('completion', () => {
  test('suggests every name in an empty text', async () => {
    const { offered: names } = await offered('en', '|')
    expect(names.slice(0, 5)).toEqual(['created:', 'completed:', 'merchantOrder:', 'platformOrder:', 'status:'])
  })

  test.each<[Locale, string, string[], string | null]>([
    ['en', 'sta|', ['status:', 'notify:', 'is:'], 'status:|'],
    ['zh', '状|', ['状态:'], '状态:|'],
    ['zh', 'sta|', ['状态:'], '状态:|'],
    ['vi', 'trang|', ['trạng-thái:', 'callback:', 'là:'], 'trạng-thái:|'],
    ['en', 'status:su|', ['Success'], 'status:Success|'],
    ['en', 'status:success,f|', ['Failed'], 'status:success,Failed|'],
    ['en', 'status:fa|,success', ['Failed'], 'status:Failed|,success'],
    ['en', 'status:"part|', ['"Partly refunded"'], 'status:"Partly refunded"|'],
    ['en', '-channel:bca|', ['"BCA VA"'], '-channel:"BCA VA"|'],
    ['en', 'amount:|', ['>=', '<='], 'amount:>=|'],
    ['en', 'status:success OR|', [], null],
    ['en', 'status:success AND|', [], null],
    ['en', 'amount:>=1.5m|', ['1.5m'], 'amount:>=1.5m|'],
    ['id', 'dibuat:kem|', ['kemarin'], 'dibuat:kemarin|'],
    ['zh', '创建：昨天..今|', ['昨天..今天', '昨天..今年'], '创建：昨天..今天|'],
    ['en', 'is:op|', ['open'], 'is:open|'],
    ['en', 'sort:am|', ['amount.desc', 'amount.asc'], 'sort:amount.desc|'],
    // A value also suggests its condition.
    ['en', 'expi|', ['status:Expired', 'is:unpaid'], 'status:Expired|'],
    ['zh', '成|', ['状态:成功', '是:已付款'], '状态:成功|'],
    ['en', 'va:12|', [], null],
  ])('%s %s', async (locale, typed, texts, next) => {
    expect(await offered(locale, typed)).toEqual({ offered: texts, next })
  })

  test('an existing name keeps its value', async () => {
    expect((await offered('en', 'sta|tus:failed')).next).toBe('status:|failed')
  })

  test('text after the caret becomes the value of a name typed before it', async () => {
    expect((await offered('en', 'status:failed |2026-11-01')).next).toBe('status:failed created:|2026-11-01')
  })

  test('recently used suggestions come first', async () => {
    expect((await offered('en', 'status:|', ['Closed', 'Failed'])).offered.slice(0, 3)).toEqual(['Closed', 'Failed', 'Created'])
  })

  test('an amount shows how it is read', async () => {
    const { grammar } = await speaker('id', payin)
    expect(complete('jumlah:1,5jt', 12, grammar, []).suggestions).toEqual([
      { text: '1,5jt', label: '1,500,000.00', hint: 'tepat' },
    ])
  })

  test.each([
    ['>=', 'at least'],
    ['>', 'more than'],
    ['<=', 'at most'],
    ['<', 'less than'],
  ])('an amount after %s is read as %s', async (op, hint) => {
    const { grammar } = await speaker('en', payin)
    const typed = `amount${op}100000`
    expect(complete(typed, typed.length, grammar, []).suggestions.map((one) => one.hint)).toEqual([hint])
  })
})
