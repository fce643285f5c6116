import { useSelector } from '@xstate/react'
import type { CommonKey } from '#locales/messages.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { type Console, useConsole, useT } from '../useConsole.tsx'
import styles from './Palette.module.css'
import type { Row } from './rows/row.ts'
import { tipsFor } from './rows/syntaxRows.ts'
import { addressOf, hasActions } from './useRowActions.ts'

type Hint = readonly [keys: string, what: CommonKey]

/** The keys that apply to the active row, and Escape. */
export function PaletteFooter({ row }: { row: Row | undefined }) {
  const console = useConsole()
  const hasText = useSelector(console.palette, ({ context }) => context.page.text !== '')
  const hasBelow = useSelector(console.palette, ({ context }) => context.below.length > 0)
  const isAsking = useSelector(console.palette, ({ context }) => context.page.task !== null)
  const closeHint: Hint = ['escape', hasText ? 'palette.foot.clear' : hasBelow ? 'palette.foot.back' : 'palette.foot.close']
  return <Hints hints={[...hintsFor(row, isAsking, console), closeHint]} />
}

/** Keys with their actions. Hidden from screen readers, which have the shortcut list. */
export function Hints({ hints }: { hints: readonly Hint[] }) {
  const t = useT()
  return (
    <footer className={styles.foot} aria-hidden="true">
      {hints.map(([keys, label]) => (
        <span key={keys} className={styles.hint}>
          <Kbd keys={keys} />
          {t(label)}
        </span>
      ))}
    </footer>
  )
}

interface TipsProps {
  onFill(prefix: string): void
}

/** The characters that narrow a search, below the rows of an empty query. Each fills itself in. */
export function PaletteTips({ onFill }: TipsProps) {
  const t = useT()
  const { scope } = useConsole()
  const tips = tipsFor(scope())
  if (tips.length === 0) return null
  return (
    <div className={styles.tips}>
      {tips.map(([prefix, label]) => (
        // Typing the character does the same: no further stop for Tab, and the focus stays in the input.
        <button
          key={prefix}
          type="button"
          tabIndex={-1}
          className={styles.tip}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFill(prefix)}
        >
          <span aria-hidden="true">
            <Kbd keys={prefix} />
          </span>
          {t(label)}
        </button>
      ))}
    </div>
  )
}

function hintsFor(row: Row | undefined, isAsking: boolean, console: Console): Hint[] {
  if (row === undefined || row.kind === 'blocked') return []
  if (row.kind === 'figure') return [['enter', 'palette.foot.copy']]
  if (row.kind === 'syntax') return [['enter', 'palette.foot.fill']]
  if (row.kind === 'searching') return [['enter', 'palette.foot.wait']]
  if (row.kind === 'failed') return [['enter', 'palette.foot.run']]
  if ((row.kind === 'value' && row.address === null) || (isAsking && row.kind !== 'value')) {
    return [['enter', 'palette.foot.choose']]
  }
  const hasAddress = addressOf(row, console) !== null
  const hints: (Hint | false)[] = [
    ['enter', hasAddress ? 'palette.foot.open' : 'palette.foot.run'],
    hasAddress && ['mod+enter', 'palette.foot.newTab'],
    hasActions(row, console) && ['tab', 'palette.foot.actions'],
    row.kind === 'command' && row.hasOptions && ['tab', 'palette.foot.options'],
    hasAddress ? ['mod+c', 'palette.foot.link'] : ['shift+enter', 'palette.foot.keep'],
  ]
  return hints.filter((hint) => hint !== false)
}
