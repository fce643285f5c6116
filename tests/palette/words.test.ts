import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import type { Locale } from '#locales/messages.ts'
import { volumeIn } from '../../src/i18n.ts'

/** Words for parts of a filter, which are no commands. */
const PART_OF_FILTER = /^(filter|status|period|method|assigned|has|amount)\.\w+$/

test.each<Locale>(['zh', 'en', 'id', 'vi', 'es'])('each name in %s is that of a command that exists', async (locale) => {
  const known = new Set<string>(commands.map(({ id }) => id))
  const ids = Object.keys(await volumeIn('words', locale)).flatMap((key) => key.split(' '))
  expect(ids.filter((id) => !known.has(id) && !PART_OF_FILTER.test(id))).toEqual([])
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
