import type { Locale } from '#locales/messages.ts'
import { type AppScope, type Theme, VERBOSITIES } from '../appScope.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type Argument, type Arguments, type Command, command } from '../command.ts'
import { orderValue, parseOrderValue } from '../orders/orderArgument.ts'
import { telephoneCommands } from './telephone.ts'

type AppCommand = Partial<Pick<Command, 'section' | 'keywords' | 'listing' | 'arguments' | 'subtitle' | 'conditions'>>

/** A command of the console itself, for signed-in users. */
const inApp = <const Id extends string>(
  id: Id,
  run: (app: AppScope, args: Arguments) => ReturnType<Command['run']>,
  { conditions = [], ...rest }: AppCommand = {},
) =>
  command({
    section: 'app',
    ...rest,
    id,
    conditions: ['signedIn', ...conditions],
    risk: 'none',
    run: ({ app }, args) => run(app, args),
  })

const languageCommand = <const Chosen extends Locale>(locale: Chosen) =>
  command({
    id: `locale.${locale}`,
    title: `command.locale.${locale as Exclude<Locale, 'es'>}`,
    keywords: 'command.locale.words',
    section: 'app',
    risk: 'reversible',
    run: ({ app }) => app.setLocale(locale),
  })

const themeCommand = <const Chosen extends Theme>(chosen: Chosen) =>
  command({
    id: `theme.${chosen}`,
    title: `command.theme.${chosen}`,
    keywords: 'command.theme.words',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'reversible',
    run: ({ app }) => app.setTheme(chosen),
  })

const chordLimit = choiceArgument('limit', 'argument.limit', ['1500', '3000', '5000', 'none'])
const verbosity = choiceArgument('verbosity', 'argument.verbosity', VERBOSITIES)

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
  inApp('nav.recents', (app, { order }) => app.openRow(parseOrderValue(order)), {
    section: 'go',
    arguments: [recent],
    conditions: ['recents.some'],
  }),
  inApp('nav.address', (app, { address = '/' }) => app.go(address), {
    section: 'go',
    listing: 'typed',
    arguments: [textArgument('address', 'argument.address', /^\/\S*$/)],
  }),

  command({
    id: 'palette.toggle',
    section: 'app',
    listing: 'key',
    risk: 'none',
    run: ({ app }) => app.togglePalette(),
  }),
  inApp('palette.commands', (app) => app.openPalette('commands'), { listing: 'key' }),
  inApp('palette.orders', (app) => app.openPalette('orders'), { listing: 'key', conditions: ['orders.visible'] }),
  command({
    id: 'form.submit',
    section: 'app',
    listing: 'key',
    conditions: ['form.open'],
    risk: 'none',
    run: ({ form }) => form?.submit(),
  }),
  command({
    id: 'escape',
    section: 'app',
    listing: 'key',
    risk: 'none',
    run: ({ app }) => app.escape(),
  }),

  inApp('undo', (app) => app.undo(), { subtitle: ({ app }) => app.undoLabel, conditions: ['undo.some'] }),
  inApp('redo', (app) => app.redo(), { subtitle: ({ app }) => app.redoLabel, conditions: ['redo.some'] }),

  inApp('notices.open', (app) => app.openNotices()),
  inApp('notices.refresh', (app) => app.fetchNotices()),
  inApp('notices.clear', (app, { type = '' }) => app.clearNotices(type), {
    arguments: [noticeType],
    conditions: ['notices.some'],
  }),
  inApp('notices.log', (app) => app.openLog()),
  command({
    id: 'notifications.enable',
    keywords: 'command.notifications.enable.words',
    section: 'app',
    conditions: ['signedIn', 'notifications.askable'],
    risk: 'reversible',
    async run({ app }) {
      const answer = await app.askForDesktopNotices()
      return answer === 'granted' ? ['notifications.granted', {}, 'done'] : [`notifications.${answer}`, {}, 'info']
    },
  }),
  ...telephoneCommands,

  languageCommand('zh'),
  languageCommand('en'),
  languageCommand('id'),
  languageCommand('vi'),
  themeCommand('system'),
  themeCommand('light'),
  themeCommand('dark'),
  command({
    id: 'layout.toggleSidebar',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'reversible',
    run: ({ app }) => app.toggleSidebar(),
  }),
  inApp('options.reload', (app) => app.reloadOptions()),
  inApp('help.keys', (app) => app.openShortcuts(), { keywords: 'command.help.keys.words' }),
  command({
    id: 'reader.toggle',
    keywords: 'command.reader.words',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'reversible',
    run({ app }) {
      app.setScreenReaderMode(!app.screenReaderMode)
      return [app.screenReaderMode ? 'command.reader.on' : 'command.reader.off', {}, 'done']
    },
  }),
  command({
    id: 'reader.verbosity',
    keywords: 'command.reader.words',
    section: 'app',
    conditions: ['signedIn'],
    arguments: [verbosity],
    risk: 'reversible',
    run: ({ app }, args) => app.setVerbosity(VERBOSITIES.find((one) => one === args.verbosity) ?? 'full'),
  }),
  command({
    id: 'help.toggleShortcuts',
    keywords: 'command.help.keys.words',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'reversible',
    run({ app }) {
      app.setCharacterKeys(!app.characterKeys)
      return [app.characterKeys ? 'command.help.toggleShortcuts.on' : 'command.help.toggleShortcuts.off', {}, 'done']
    },
  }),
  command({
    id: 'help.chordLimit',
    keywords: 'command.help.keys.words',
    section: 'app',
    conditions: ['signedIn'],
    arguments: [chordLimit],
    risk: 'reversible',
    run: ({ app }, { limit }) => app.setChordLimit(limit === 'none' ? null : Number(limit)),
  }),
  inApp('help.about', (app) => app.openAbout()),
  inApp('session.logout', (app) => app.signOut(), { keywords: 'command.session.logout.words' }),
] as const
