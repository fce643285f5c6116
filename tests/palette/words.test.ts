import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import type { Locale } from '#locales/messages.ts'
import { volumeIn } from '../../src/i18n.ts'
import { namesIn } from '../../src/palette/search/vocabulary.ts'

/** Words for parts of a filter, which are no commands. */
const PART_OF_FILTER = /^(filter|status|period|method|assigned|has|amount)\.\w+$/

test.each<Locale>(['zh', 'en', 'id', 'vi', 'es'])('each name in %s is that of a command that exists', async (locale) => {
  const known = new Set<string>(commands.map(({ id }) => id))
  const names = namesIn(await volumeIn('words', locale))
  expect([...names.keys()].filter((id) => !known.has(id) && !PART_OF_FILTER.test(id))).toEqual([])
  const twice = [...names].flatMap(([id, said]) =>
    said.filter((name, at) => said.indexOf(name) !== at).map((name) => `${id}: ${name}`),
  )
  expect(twice).toEqual([])
})
