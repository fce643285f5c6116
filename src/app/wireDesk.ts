import { createStore as createAtoms } from 'jotai'
import { createActor, fromPromise } from 'xstate'
import { commands } from '#commands/index.ts'
import { createRegistry } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import { isSignedIn } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { OptionTexts } from '#contract/options.ts'
import type { Notice } from '#contract/rows.ts'
import { noticesMachine } from '#machines/notices/noticesMachine.ts'
import { optionsMachine } from '#machines/options/optionsMachine.ts'
import { speakDatesIn } from '../format/dateLocale.ts'
import { LOCALES } from '../i18n.ts'
import { CHORD_LIMIT_MS, startPalette } from '../palette/start.ts'
import { createStage } from '../stage.ts'
import type { Console } from '../useConsole.tsx'
import type { Core } from '../useCore.tsx'
import { createUserModel } from '../user.ts'
import { inTurnWhenIdle } from '../whenIdle.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { fetchPalette, overlaysAhead } from './Overlays.tsx'
import { createPreferences } from './preferences.ts'
import { isSandboxAtom } from './sandbox.ts'
import { scopeOver } from './scope.ts'

/** The second half of the composition root: commands, keys, palette, and what a signed-in user's screens share. */
export function wireDesk(core: Core, window: Window) {
  const { api, clock, i18n, permissions, session, store } = core
  const atoms = createAtoms()
  const stage = createStage()
  const user = createUserModel(atoms)
  const preferences = createPreferences(store, atoms, window)

  const options = createActor(
    optionsMachine.provide({
      actors: {
        load: fromPromise<OptionTexts | null, void>(() => api.call(calls.enums, { locales: LOCALES[i18n.locale].labelSet })),
      },
    }),
  )
  const notices = createActor(
    noticesMachine.provide({
      actors: {
        fetchNotices: fromPromise<Notice[], void>(() => api.call(calls.notices, {}, { quiet: true })),
        clearNotices: fromPromise(({ input }: { input: { type: string } }) => api.call(calls.clearNotices, input)),
      },
      actions: { count: (_, { count }) => user.changeNotifyCount(count) },
    }),
  )

  const registry = createRegistry(commands)
  const scope = (): Scope => commandScope
  const limit = store.own<{ limit: number | null }>('chordLimit').get()
  const started = startPalette({
    registry,
    clock,
    api,
    stage,
    scope,
    page: window.document,
    chordLimit: limit === null ? CHORD_LIMIT_MS : limit.limit,
  })
  const console: Console = {
    ...core,
    registry,
    stage,
    options,
    notices,
    ...started,
    scope,
    fetchAhead: (parts) =>
      inTurnWhenIdle([fetchPalette, ...parts.map(({ fetch }) => fetch), AccountMenu.fetch, ...overlaysAhead]),
  }
  const commandScope = scopeOver(console, { atoms, preferences, window })
  // Without it the names of days and months stay in the language before.
  const speakDates = () => void speakDatesIn(i18n.locale).catch(() => {})
  speakDates()
  i18n.subscribe(speakDates)
  if (isSignedIn(permissions)) begin()
  return { console, atoms }

  /** What a signed-in console asks for once. None of it stops the work when it fails. */
  function begin() {
    options.start().send({ type: 'options.need' })
    // The texts of the lists are the gateway's, one language at a time.
    i18n.subscribe(() => options.send({ type: 'options.forget' }))
    notices.start()
    window.document.addEventListener('visibilitychange', () =>
      notices.send({ type: window.document.hidden ? 'tab.hidden' : 'tab.shown' }),
    )
    api.call(calls.merchantInfo, {}).then(
      (merchant) => user.saveCurrentUser({ ...merchant, notifyCount: notices.getSnapshot().context.items.length }),
      () => {},
    )
    atoms.set(isSandboxAtom, store.systemConfig.get()?.sandbox === true)
    api.call(calls.systemConfig, {}, { quiet: true }).then(
      ({ systemConfig, openConfig, companySystemInfo, companyInfoList }) => {
        store.systemConfig.set(systemConfig)
        store.openConfig.set(openConfig)
        atoms.set(isSandboxAtom, systemConfig.sandbox === true)
        session.send({ type: 'company.known', info: companySystemInfo, list: companyInfoList })
      },
      () => {},
    )
  }
}
