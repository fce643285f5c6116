import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinyinFile } from './pinyinFile.ts'

writeFileSync(join(import.meta.dirname, '../locales/pinyin.ts'), pinyinFile())
console.log('wrote locales/pinyin.ts')
