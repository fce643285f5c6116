import { customPinyin, pinyin } from 'pinyin-pro'
import { commands } from '#commands/index.ts'
import { texts as ofCommands } from '#locales/commands/zh.ts'
import { texts as desk } from '#locales/desk/zh.ts'
import { texts as guest } from '#locales/guest/zh.ts'
import type { CommonKey } from '#locales/messages.ts'

// 行 means a row here; the dictionary's default reading is "to go".
customPinyin({ 行: 'háng', 执行: 'zhí xíng', 重置: 'chóng zhì', 重发: 'chóng fā' })

const zh = { ...guest, ...desk, ...ofCommands }

/** The keys of all texts by which commands are found. */
const keys = [...new Set(commands.flatMap(({ title, titleTarget: of, keywords: words }) => [title, of, words]))]
  .filter((key): key is CommonKey => key !== undefined)
  .sort()

/** One syllable per character, without tones; non-Chinese characters stay. */
const spelled = (text: string): string =>
  pinyin(text.replace(/\{\{\w+\}\}/g, ' '), { toneType: 'none', nonZh: 'consecutive', v: true })
    .replace(/[：，、。]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The source of `locales/pinyin.ts`: the pinyin of the Chinese command titles. */
export const pinyinFile = (): string => `import type { CommonKey } from './messages.ts'

/** How the Chinese titles of commands are typed with Latin letters. Written by \`npm run pinyin\`. */
export const pinyin: Readonly<Partial<Record<CommonKey, string>>> = {
${keys.map((key) => `  '${key}': '${spelled(zh[key]).replaceAll("'", "\\'")}',`).join('\n')}
}
`
