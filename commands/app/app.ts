import type { Locale } from '#locales/messages.ts'
import { type Theme, VERBOSITIES } from '../appScope.ts'
import { choiceArgument, textArgument } from '../arguments.ts'
import { type Argument, command } from '../command.ts'
import { orderValue, parseOrderValue } from '../orders/orderArgument.ts'
import { telephoneCommands } from './telephone.ts'

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
  command({
    id: 'nav.back',
    section: 'go',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.back(),
  }),
  command({
    id: 'nav.recents',
    section: 'go',
    conditions: ['signedIn', 'recents.some'],
    arguments: [recent],
    risk: 'none',
    run: ({ app }, { order }) => app.openRow(parseOrderValue(order)),
  }),
  command({
    id: 'nav.address',
    section: 'go',
    conditions: ['signedIn'],
    listing: 'typed',
    arguments: [textArgument('address', 'argument.address', /^\/\S*$/)],
    risk: 'none',
    run: ({ app }, { address = '/' }) => app.go(address),
  }),

  command({
    id: 'palette.toggle',
    section: 'app',
    listing: 'key',
    risk: 'none',
    run: ({ app }) => app.togglePalette(),
  }),
  command({
    id: 'palette.commands',
    section: 'app',
    listing: 'key',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.openPalette('commands'),
  }),
  command({
    id: 'palette.orders',
    section: 'app',
    listing: 'key',
    conditions: ['signedIn', 'orders.visible'],
    risk: 'none',
    run: ({ app }) => app.openPalette('orders'),
  }),
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

  command({
    id: 'undo',
    section: 'app',
    conditions: ['signedIn', 'undo.some'],
    subtitle: ({ app }) => app.undoLabel,
    risk: 'none',
    run: ({ app }) => app.undo(),
  }),
  command({
    id: 'redo',
    section: 'app',
    conditions: ['signedIn', 'redo.some'],
    subtitle: ({ app }) => app.redoLabel,
    risk: 'none',
    run: ({ app }) => app.redo(),
  }),

  command({
    id: 'notices.open',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.openNotices(),
  }),
  command({
    id: 'notices.refresh',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.fetchNotices(),
  }),
  command({
    id: 'notices.clear',
    section: 'app',
    conditions: ['signedIn', 'notices.some'],
    arguments: [noticeType],
    risk: 'none',
    run: ({ app }, { type = '' }) => app.clearNotices(type),
  }),
  command({
    id: 'notices.log',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.openLog(),
  }),
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
  command({
    id: 'options.reload',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.reloadOptions(),
  }),
  command({
    id: 'help.keys',
    keywords: 'command.help.keys.words',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.openShortcuts(),
  }),
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
  command({
    id: 'help.about',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.openAbout(),
  }),
  command({
    id: 'session.logout',
    keywords: 'command.session.logout.words',
    section: 'app',
    conditions: ['signedIn'],
    risk: 'none',
    run: ({ app }) => app.signOut(),
  }),
] as const
