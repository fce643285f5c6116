import styles from './Kbd.module.css'

/** A key or chord: `g i`, `mod+k`. */
export const Kbd = ({ keys }: { keys: string }) => (
  <kbd className={styles.keys}>
    {keys.split(' ').map((key, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a key may repeat in a chord, and its position identifies it
      <span key={index} className={styles.key}>
        {keyLabel(key, isMac)}
      </span>
    ))}
  </kbd>
)

/** Whether this is a Mac, where `mod` is ⌘ and not Ctrl. */
export const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

/** A tooltip that names keys: `Close (Esc)`. */
export const withKeys = (label: string, keys: string): string =>
  `${label} (${keys
    .split(' ')
    .map((key) => keyLabel(key, isMac))
    .join(' ')})`

const NAMES: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
  escape: 'Esc',
  space: 'Space',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  backspace: '⌫',
  delete: 'Del',
  tab: '⇥',
  contextmenu: 'Menu',
}

const MODIFIERS = {
  mac: { mod: '⌘', ctrl: '⌃', shift: '⇧', alt: '⌥' },
  other: { mod: 'Ctrl', ctrl: 'Ctrl', shift: 'Shift', alt: 'Alt' },
}

/** Label of one key press: `mod+k` is `⌘K` on a Mac and `Ctrl K` elsewhere. */
export function keyLabel(key: string, mac: boolean): string {
  // A trailing plus is the plus key itself.
  const [name = '', ...modifiers] = key.replace(/\+$/, 'plus').split('+').reverse()
  const shown = modifiers.reverse().map((one) => MODIFIERS[mac ? 'mac' : 'other'][one as keyof typeof MODIFIERS.mac] ?? one)
  return [...shown, keyName(name, modifiers.length > 0)].join(mac ? '' : ' ')
}

function keyName(name: string, hasModifier: boolean): string {
  if (name === 'plus') return '+'
  const isFunction = /^f\d+$/.test(name)
  return NAMES[name] ?? (isFunction || hasModifier ? name.toUpperCase() : name)
}
