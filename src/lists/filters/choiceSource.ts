import { calls } from '#contract/calls.ts'
import type { Api } from '../../api/client.ts'
import { createSignal, type Signal } from '../../state/signal.ts'
import type { List } from '../list.ts'
import { type CallChoices, NO_CHOICES } from '../listWords.ts'

/** Loads filter choices, each on first use and once. */
export interface ChoiceSource {
  readonly choices: Signal<CallChoices>
  need(source: keyof CallChoices): void
}

const NONE = Promise.resolve([])

export function createChoiceSource(api: Api, { direction, merchants }: List, signal: AbortSignal): ChoiceSource {
  const choices = createSignal(NO_CHOICES)
  const options = { signal }
  const requested = new Set<keyof CallChoices>()

  const sources: { [Source in keyof CallChoices]: () => Promise<CallChoices[Source]> } = {
    channels: () => (direction === null ? NONE : api.call(calls.payChannels, { type: direction }, options)),
    methods: async () => {
      const methods = await api.call(calls.merchantMethods, {}, options)
      return [...new Set(methods.filter(({ type }) => type === direction).map(({ payMethod }) => payMethod))]
    },
    banks: () => api.call(calls.merchantBanks, {}, options),
    merchants: () => (merchants === null ? NONE : api.call(merchants, {}, options)),
  }
  return {
    choices,
    need(source) {
      if (requested.has(source)) return
      requested.add(source)
      sources[source]().then(
        (found) => choices.set({ ...choices.get(), [source]: Array.isArray(found) ? found : [] }),
        // Filters work without their choices. The next use tries again.
        () => requested.delete(source),
      )
    },
  }
}
