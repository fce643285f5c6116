import { customPinyin, pinyin } from 'pinyin-pro'
import { commands } from '#commands/index.ts'
import { texts as ofCommands } from '#locales/commands/zh.ts'
import { texts as desk } from '#locales/desk/zh.ts'
import { texts as guest } from '#locales/guest/zh.ts'
import { texts as words } from '#locales/words/zh.ts'

// Readings that the dictionary does not choose: 行 means a row here, and not "to go".
customPinyin({
  行: 'háng',
  银行: 'yín háng',
  回调: 'huí diào',
  调拨: 'diào bō',
  执行: 'zhí xíng',
  重置: 'chóng zhì',
  重发: 'chóng fā',
})

const zh = { ...guest, ...desk, ...ofCommands }

/** The Chinese texts by which commands are found: titles, with the target of a "go to" command, keywords and other names. */
const texts = [
  ...new Set([
    ...commands.flatMap(({ title, titleTarget: of, keywords }) => [
      of === undefined ? zh[title] : zh[title].replace('{{of}}', zh[of]),
      ...[of, keywords].flatMap((key) => (key === undefined ? [] : [zh[key]])),
    ]),
    ...Object.values(words).flatMap((names) => names.split(', ')),
  ]),
]
  .filter((text) => /\p{Script=Han}/u.test(text))
  .sort()

/** One syllable per character, without tones; non-Chinese characters stay. */
const spelled = (text: string): string =>
  pinyin(text.replace(/\{\{\w+\}\}/g, ' '), { toneType: 'none', nonZh: 'consecutive', v: true })
    .replace(/[：，、。]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`

/** A longer line is broken behind its colon, as the formatter does; Han characters are two columns wide. */
const MAX_COLUMNS = 128

const columnsOf = (line: string): number => line.length + (line.match(/[\p{Script=Han}：，、。“”]/gu)?.length ?? 0)

function entryOf(text: string): string {
  const name = /^\p{L}[\p{L}\p{N}]*$/u.test(text) ? text : quoted(text)
  const line = `  ${name}: ${quoted(spelled(text))},`
  return columnsOf(line) > MAX_COLUMNS ? `  ${name}:\n    ${quoted(spelled(text))},` : line
}

/** The source of `locales/pinyin.ts`. */
export const pinyinFile =
  (): string => `/** Chinese names of commands as they are typed with Latin letters. Written by \`npm run pinyin\`. */
export const pinyin: Readonly<Record<string, string>> = {
${texts.map(entryOf).join('\n')}
}
`
