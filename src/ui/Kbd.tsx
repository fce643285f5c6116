import styles from './Kbd.module.css'

/** A key or chord as it is pressed: `g i`, `mod+k`. */
export const Kbd = ({ keys, mac = isMac }: { keys: string; mac?: boolean }) => (
  <kbd className={styles.keys}>
    {keys.split(' ').map((key, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same key can stand twice in a chord, and its place is what it is
      <span key={index} className={styles.key}>
        {shownKey(key, mac)}
      </span>
    ))}
  </kbd>
)

/** Whether the keys are those of a Mac, where ⌘ does what Ctrl does elsewhere. */
export const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

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
  tab: '⇥',
  contextmenu: 'Menu',
}

const HELD = {
  mac: { mod: '⌘', ctrl: '⌃', shift: '⇧', alt: '⌥' },
  other: { mod: 'Ctrl', ctrl: 'Ctrl', shift: 'Shift', alt: 'Alt' },
}

/** One key press as it is printed on the keyboard: `mod+k` is `⌘K` on a Mac and `Ctrl K` elsewhere. */
export function shownKey(key: string, mac: boolean): string {
  // The plus key itself is the last part when the text ends in one.
  const [name = '', ...held] = key.replace(/\+$/, 'plus').split('+').reverse()
  const shown = held.reverse().map((one) => HELD[mac ? 'mac' : 'other'][one as keyof typeof HELD.mac] ?? one)
  return [...shown, shownName(name, held.length > 0)].join(mac ? '' : ' ')
}

function shownName(name: string, isHeld: boolean): string {
  if (name === 'plus') return '+'
  const isFunction = /^f\d+$/.test(name)
  return NAMES[name] ?? (isFunction || isHeld ? name.toUpperCase() : name)
}
