import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pinyinFile } from '../../scripts/pinyinFile.ts'

test('the spelling of the Chinese titles is that of the titles as they are: npm run pinyin', () => {
  expect(readFileSync(join(import.meta.dirname, '../../locales/pinyin.ts'), 'utf8')).toBe(pinyinFile())
})
