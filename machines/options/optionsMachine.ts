import { assign, setup } from 'xstate'
import type { OptionTexts } from '#contract/options.ts'
import { requiredActor } from '../parts.ts'

export interface Option {
  key: string
  value: string
}

/** Empty until loaded; then one array per list, and the reply as it came under `raw`. */
export type Options = { raw?: OptionTexts } & { [list: string]: Option[] | OptionTexts | undefined }

export type OptionsEvent =
  | { type: 'options.need' }
  /** The language has changed: the options are fetched again. */
  | { type: 'options.forget' }

const isEmpty = (texts: OptionTexts | null | undefined): boolean => texts == null || Object.keys(texts).length === 0

const asOptions = (texts: OptionTexts): Options => ({
  ...Object.fromEntries(
    Object.entries(texts).map(([list, members]) => [list, Object.entries(members).map(([key, value]) => ({ key, value }))]),
  ),
  raw: texts,
})

/** The option lists, loaded once for all screens. A failed load keeps the current options; the next need retries. */
export const optionsMachine = setup({
  types: { context: {} as { options: Options }, events: {} as OptionsEvent },
  actors: { load: requiredActor<OptionTexts | null>('load') },
  guards: { isLoaded: ({ context }) => Object.keys(context.options).length > 1 },
}).createMachine({
  id: 'options',
  context: { options: {} },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'options.need': [{ guard: 'isLoaded' }, { target: 'loading' }],
        'options.forget': { target: 'loading', actions: assign({ options: {} }) },
      },
    },
    loading: {
      on: { 'options.forget': { target: 'loading', reenter: true, actions: assign({ options: {} }) } },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          { guard: ({ event }) => isEmpty(event.output), target: 'idle' },
          { target: 'idle', actions: assign({ options: ({ event }) => asOptions(event.output as OptionTexts) }) },
        ],
        onError: 'idle',
      },
    },
  },
})
