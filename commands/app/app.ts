import type { Locale } from '#locales/messages.ts'
import { type AppScope, VERBOSITIES } from '../appScope.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type Argument, command, commandsFor } from '../command.ts'
import { orderValue, parseOrderValue } from '../orders/orderArgument.ts'

/** A command of the console itself, for signed-in users. */
const inApp = commandsFor('app', { section: 'app', conditions: ['signedIn'] })

const languageCommand = <const Name extends Locale>(locale: Name) =>
  command({
    id: `locale.${locale}`,
    keywords: 'command.locale.words',
    section: 'app',
    run: ({ app }) => app.setLocale(locale),
  })

const themeCommand = <const Name extends AppScope['theme']>(theme: Name) =>
  inApp(`theme.${theme}`, (app) => app.setTheme(theme), { keywords: 'command.theme.words' })

const LABELLED_TYPES = ['notification', 'message', 'todo'] as const

const noticeType: Argument = {
  name: 'type',
  prompt: 'argument.noticeType',
  ask: {
    choices: ({ app }) =>
      app.noticeTypes.map((value) => {
        const known = LABELLED_TYPES.find((one) => one === value)
        return { value, title: known === undefined ? { text: value } : { message: [`notices.type.${known}`] } }
      }),
  },
}

const recent: Argument = {
  name: 'order',
  prompt: 'argument.recent',
  ask: { choices: ({ app }) => app.recents.map((row) => ({ value: orderValue(row), title: { text: row.number } })) },
}

/** Commands for the console itself: navigation, palette, notices, language, theme, keys, sign-out. */
export const appCommands = [
  inApp('nav.back', (app) => app.back(), { section: 'go' }),
  inApp('nav.recents', (app, _, { order }) => app.openRow(parseOrderValue(order)), {
    section: 'go',
    arguments: [recent],
    conditions: ['recents.some'],
  }),
  inApp('nav.address', (app, _, { address = '/' }) => app.go(address), {
    section: 'go',
    listing: 'typed',
    arguments: [textArgument('address', 'argument.address', /^\/\S*$/)],
  }),

  command({ id: 'palette.toggle', section: 'app', listing: 'key', run: ({ app }) => app.togglePalette() }),
  inApp('palette.commands', (app) => app.openPalette('commands'), { listing: 'key' }),
  inApp('palette.orders', (app) => app.openPalette('orders'), { listing: 'key', conditions: ['orders.visible'] }),
  command({ id: 'form.submit', section: 'app', listing: 'key', conditions: ['form.open'], run: ({ form }) => form?.submit() }),
  command({ id: 'escape', section: 'app', listing: 'key', run: ({ app }) => app.escape() }),

  inApp('undo', (app) => app.undo(), { subtitle: ({ app }) => app.undoLabel, conditions: ['undo.some'] }),
  inApp('redo', (app) => app.redo(), { subtitle: ({ app }) => app.redoLabel, conditions: ['redo.some'] }),

  inApp('run.continue', (app) => app.continueRun(), { keywords: 'place.runs.words', conditions: ['run.unfinished'] }),

  inApp('notices.open', (app) => app.openNotices()),
  inApp('notices.refresh', (app) => app.fetchNotices()),
  inApp('notices.clear', (app, _, { type = '' }) => app.clearNotices(type), {
    arguments: [noticeType],
    conditions: ['notices.some'],
  }),
  inApp('notices.log', (app) => app.openLog()),
  inApp(
    'notifications.enable',
    async (app) => {
      const answer = await app.askForDesktopNotices()
      return [`notifications.${answer}`, {}, answer === 'granted' ? 'done' : 'info']
    },
    { keywords: 'command.notifications.enable.words', conditions: ['notifications.askable'] },
  ),
] as const

/** Preferences of this browser, help and sign-out. */
export const preferenceCommands = [
  languageCommand('zh'),
  languageCommand('en'),
  languageCommand('id'),
  languageCommand('vi'),
  languageCommand('es'),
  themeCommand('system'),
  themeCommand('light'),
  themeCommand('dark'),
  inApp('layout.toggleSidebar', (app) => app.toggleSidebar()),
  inApp('options.reload', (app) => app.reloadOptions()),
  inApp('help.keys', (app) => app.openShortcuts(), { keywords: 'command.help.keys.words' }),
  inApp(
    'reader.toggle',
    (app) => {
      app.setScreenReaderMode(!app.screenReaderMode)
      return [app.screenReaderMode ? 'command.reader.on' : 'command.reader.off', {}, 'done']
    },
    { keywords: 'command.reader.words' },
  ),
  inApp('reader.verbosity', (app, _, args) => app.setVerbosity(VERBOSITIES.find((one) => one === args.verbosity) ?? 'full'), {
    keywords: 'command.reader.words',
    arguments: [choiceArgument('verbosity', 'argument.verbosity', VERBOSITIES)],
  }),
  inApp(
    'help.toggleShortcuts',
    (app) => {
      app.setCharacterKeys(!app.characterKeys)
      return [app.characterKeys ? 'command.help.toggleShortcuts.on' : 'command.help.toggleShortcuts.off', {}, 'done']
    },
    { keywords: 'command.help.keys.words' },
  ),
  inApp('help.chordLimit', (app, _, { limit }) => app.setChordLimit(limit === 'none' ? null : Number(limit)), {
    keywords: 'command.help.keys.words',
    arguments: [choiceArgument('limit', 'argument.limit', ['1500', '3000', '5000', 'none'])],
  }),
  inApp('help.gettingStarted', (app) => app.gettingStarted?.open(), { keywords: 'command.help.gettingStarted.words' }),
  inApp('help.dismissGettingStarted', (app) => app.gettingStarted?.dismiss(), { conditions: ['gettingStarted.open'] }),
  inApp('help.about', (app) => app.openAbout()),
  inApp('session.logout', (app) => app.signOut(), { keywords: 'command.session.logout.words' }),
] as const
