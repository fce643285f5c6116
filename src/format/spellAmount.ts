import type { Locale } from '#locales/messages.ts'

/** Spells an amount in words, so that a zero too many is noticed: `1500000` is `one million five hundred thousand`. */
export function spellAmount(amount: string, locale: Locale): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const { speak, point, digits, join } = SPEECH[locale]
  const said = /^0*$/.test(whole) ? digits[0] : speak(BigInt(whole))
  const rest = fraction.replace(/0+$/, '')
  if (rest === '') return said ?? ''
  return [said, point, ...Array.from(rest, (digit) => digits[Number(digit)])].join(join)
}

interface Speech {
  digits: readonly string[]
  point: string
  join: string
  speak(whole: bigint): string
}

/** Groups of three digits, highest first, each with its power of a thousand. Empty groups are omitted. */
function groups(whole: bigint): { value: number; power: number; isFirst: boolean }[] {
  const found: { value: number; power: number; isFirst: boolean }[] = []
  for (let rest = whole, power = 0; rest > 0n; rest /= 1000n, power++) {
    found.unshift({ value: Number(rest % 1000n), power, isFirst: rest < 1000n })
  }
  return found.filter(({ value }) => value > 0)
}

const parts = (value: number) => [Math.floor(value / 100), Math.floor((value % 100) / 10), value % 10] as const
const words = (...some: (string | false | undefined)[]): string => some.filter(Boolean).join(' ')

const EN =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const EN_POWERS = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion']

function english(value: number): string {
  const [hundreds, tens, ones] = parts(value)
  const rest = value % 100
  const below = rest < 20 ? EN[rest] : `${EN_TENS[tens]}${ones > 0 ? `-${EN[ones]}` : ''}`
  return words(hundreds > 0 && `${EN[hundreds]} hundred`, rest > 0 && below)
}

const ID = 'nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas'.split(' ')
const ID_POWERS = ['', 'ribu', 'juta', 'miliar', 'triliun', 'kuadriliun']

function indonesian(value: number): string {
  const [hundreds, tens, ones] = parts(value)
  const rest = value % 100
  const below = rest < 12 ? ID[rest] : rest < 20 ? `${ID[ones]} belas` : words(`${ID[tens]} puluh`, ones > 0 && ID[ones])
  return words(hundreds === 1 ? 'seratus' : hundreds > 1 && `${ID[hundreds]} ratus`, rest > 0 && below)
}

const VI = 'không một hai ba bốn năm sáu bảy tám chín'.split(' ')
const VI_POWERS = ['', 'nghìn', 'triệu', 'tỷ', 'nghìn tỷ', 'triệu tỷ']

/** `isFirst`: no group precedes it, so empty hundreds are not spoken. */
function vietnamese(value: number, isFirst: boolean): string {
  const [hundreds, tens, ones] = parts(value)
  const hasHundreds = hundreds > 0 || !isFirst
  const ten = tens === 0 ? hasHundreds && ones > 0 && 'linh' : tens === 1 ? 'mười' : `${VI[tens]} mươi`
  const one = ones === 1 && tens > 1 ? 'mốt' : ones === 5 && tens > 0 ? 'lăm' : VI[ones]
  return words(hasHundreds && `${VI[hundreds]} trăm`, ten, ones > 0 && one)
}

const ES =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const ES_TENS = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const ES_HUNDREDS =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ')

function spanish(value: number): string {
  if (value === 100) return 'cien'
  const [hundreds, tens, ones] = parts(value)
  const rest = value % 100
  const below = rest < 30 ? ES[rest] : words(ES_TENS[tens], ones > 0 && `y ${ES[ones]}`)
  return words(hundreds > 0 && ES_HUNDREDS[hundreds], rest > 0 && below)
}

/** `uno` is shortened before a noun. */
const shortened = (text: string): string => text.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un')

/** Spanish uses the long scale: millions are counted with thousands of their own. */
function spanishWhole(whole: bigint): string {
  const [billions, millions, rest] = [whole / 10n ** 12n, (whole / 10n ** 6n) % 10n ** 6n, whole % 10n ** 6n]
  const below = (value: bigint): string => {
    const [thousands, ones] = [Number(value / 1000n), Number(value % 1000n)]
    return words(thousands === 1 ? 'mil' : thousands > 1 && `${shortened(spanish(thousands))} mil`, ones > 0 && spanish(ones))
  }
  const counted = (value: bigint, one: string, many: string) =>
    value > 0n && (value === 1n ? `un ${one}` : `${shortened(below(value))} ${many}`)
  return words(counted(billions, 'billón', 'billones'), counted(millions, 'millón', 'millones'), rest > 0n && below(rest))
}

const ZH = [...'零壹贰叁肆伍陆柒捌玖']
const ZH_PLACES = ['', '拾', '佰', '仟']
const ZH_POWERS = ['', '万', '亿', '万亿']

/** In financial numerals, four digits at a time. */
function chinese(whole: bigint): string {
  let text = ''
  let isGap = false
  const digits = String(whole)
  Array.from(digits, Number).forEach((digit, at) => {
    const place = digits.length - 1 - at
    if (digit === 0) isGap = true
    else {
      text += `${isGap ? '零' : ''}${ZH[digit]}${ZH_PLACES[place % 4]}`
      isGap = false
    }
    const group = digits.slice(Math.max(0, at - 3), at + 1)
    if (place % 4 === 0 && place > 0 && /[1-9]/.test(group)) text += ZH_POWERS[place / 4]
  })
  return text.replace(/万亿(?=.*亿)/, '万')
}

const spoken = (whole: bigint, group: (value: number) => string, powers: readonly string[]): string =>
  words(...groups(whole).map(({ value, power }) => words(group(value), powers[power])))

const SPEECH: Record<Locale, Speech> = {
  en: { digits: EN, point: 'point', join: ' ', speak: (whole) => spoken(whole, english, EN_POWERS) },
  id: {
    digits: ID,
    point: 'koma',
    join: ' ',
    speak: (whole) =>
      spoken(whole, indonesian, ID_POWERS).replace(/\bsatu ribu\b(?!.*\bribu\b)/, (said, at, all) =>
        at === 0 || /(juta|miliar|triliun) $/.test(all.slice(0, at)) ? 'seribu' : said,
      ),
  },
  vi: {
    digits: VI,
    point: 'phẩy',
    join: ' ',
    speak: (whole) =>
      words(...groups(whole).map(({ value, power, isFirst }) => words(vietnamese(value, isFirst), VI_POWERS[power]))),
  },
  es: { digits: ES, point: 'coma', join: ' ', speak: spanishWhole },
  zh: { digits: ZH, point: '点', join: '', speak: chinese },
}
