import { calls } from '#contract/calls.ts'
import { createValue } from '../../state/atoms.ts'
import { isFlag } from '../../state/storedShapes.ts'
import type { Console } from '../../useConsole.tsx'
import type { List } from '../list.ts'
import { type CallChoices, NO_CHOICES } from '../listWords.ts'

const NONE = Promise.resolve([])

/** Loads filter choices, each on first use and once. */
export function createChoiceSource(
  { api, atoms, people, permissions, store }: Pick<Console, 'api' | 'atoms' | 'people' | 'permissions' | 'store'>,
  { direction, merchants }: List,
  signal: AbortSignal,
) {
  const choices = createValue(atoms, NO_CHOICES)
  const hadSeveral = store.own('severalMerchants', isFlag)
  const options = { signal }
  const requested = new Set<keyof CallChoices>()

  const sources: { [Source in keyof CallChoices]: () => Promise<CallChoices[Source]> } = {
    channels: () => (direction === null ? NONE : api.call(calls.payChannels, { type: direction }, options)),
    // Staff have the channels of all currencies.
    networks: () => (permissions.includes('plat') ? NONE : sources.channels()),
    methods: async () => {
      const methods = await api.call(calls.merchantMethods, {}, options)
      return [...new Set(methods.filter(({ type }) => type === direction).flatMap(({ payMethod }) => payMethod ?? []))]
    },
    banks: () => api.call(calls.merchantBanks, {}, options),
    people: people.load,
    async merchants() {
      if (merchants === null) return NONE
      const found = await api.call(merchants, {}, options)
      hadSeveral.set(found.length > 1 || null)
      return found
    },
  }
  return {
    choices,
    /** Whether these choices have several merchants; until they are loaded, whether there were several the last time. */
    hasSeveral: ({ merchants: found }: CallChoices): boolean =>
      merchants !== null && (found === null ? hadSeveral.get() === true : found.length > 1),
    need(source: keyof CallChoices) {
      if (requested.has(source)) return
      requested.add(source)
      sources[source]().then(
        (found) => choices.set({ ...choices.get(), [source]: found }),
        // Filters work without their choices. The next use tries again.
        () => requested.delete(source),
      )
    },
  }
}
