import { useSelector } from '@xstate/react'
import { hideOthers } from 'aria-hidden'
import { LoaderCircle } from 'lucide-react'
import { Activity, type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { titleOf } from '../commandText.ts'
import { onlyWhenIdle } from '../loading/whenIdle.ts'
import { isHidden, useFocusTrap } from '../ui/focus/useFocusTrap.ts'
import { useConsole, useT } from '../useConsole.tsx'
import { ConfirmPage } from './ConfirmPage.tsx'
import styles from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { pageNameOf } from './rows/usePaletteRows.ts'
import { useSearchEntries } from './search/useSearchEntries.ts'
import { areUsageCounts, createUsage } from './usage.ts'

/**
 * The command palette over all commands and orders, controlled by `paletteMachine`. Its first page is rendered hidden when the page
 * is idle, and again after each closing, so that opening only shows it.
 */
export function Palette() {
  const { palette, store, clock } = useConsole()
  const isOpen = useSelector(palette, (snapshot) => snapshot.hasTag('open'))
  const isPrepared = useIdleOnce()
  const usage = useMemo(() => createUsage(store.own('usage', areUsageCounts), clock), [store, clock])
  const search = useSearchEntries(isOpen)

  useFocusTrap(isOpen, 'palette')
  if (!isOpen && !isPrepared) return null
  return createPortal(
    <Activity mode={isOpen ? 'visible' : 'hidden'}>
      <Panel search={search} usage={usage} />
    </Activity>,
    document.body,
  )
}

/** Whether the page has been idle since the component was mounted. */
function useIdleOnce(): boolean {
  const [wasIdle, setIdle] = useState(false)
  useEffect(() => onlyWhenIdle(() => setIdle(true)), [])
  return wasIdle
}

function Panel(props: PageProps) {
  const t = useT()
  const { palette } = useConsole()
  const panel = useRef<HTMLDivElement>(null)
  // Screen readers get the palette alone. Making the page inert would recompute the style of every cell on each opening.
  useLayoutEffect(() => {
    if (panel.current === null) return
    // A dialog would take a click on it for one outside of itself.
    panel.current.removeAttribute('data-base-ui-inert')
    return hideOthers(panel.current)
  }, [])
  useEffect(() => {
    // A dialog that opens above the palette has the keys.
    const listen = ({ target }: FocusEvent) => isInNewerDialog(target) && palette.send({ type: 'palette.close' })
    document.addEventListener('focusin', listen)
    return () => document.removeEventListener('focusin', listen)
  }, [palette])
  return (
    <>
      <div
        className={styles.scrim}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => palette.send({ type: 'palette.close' })}
        aria-hidden="true"
      />
      <div
        ref={panel}
        className={styles.panel}
        role="dialog"
        data-layer="palette"
        aria-label={t('palette.title')}
        aria-modal="true"
        // Dialogs hide the page except for live regions: the panel that is rendered ahead may open above them.
        aria-live="off"
        tabIndex={-1}
        onKeyDown={cycleButtons}
      >
        <Page {...props} />
      </div>
    </>
  )
}

/** Whether the element is in a dialog that has opened after the palette, which has hidden the older ones. */
const isInNewerDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-layer="dialog"]') !== null && !isHidden(target)

/** Tab goes round the buttons of a page, and never to the page behind. */
function cycleButtons(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  event.preventDefault()
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button:not([tabindex="-1"])')]
  const focused = buttons.indexOf(document.activeElement)
  const next = buttons.at((focused + (event.shiftKey ? -1 : 1)) % buttons.length)
  if (next instanceof HTMLElement) next.focus()
}

type PageProps = Parameters<typeof PaletteList>[0]

function Page(props: PageProps) {
  const { palette } = useConsole()
  const name = useSelector(palette, pageNameOf)
  if (name === 'confirming') return <ConfirmPage />
  if (name === 'running') return <RunningPage />
  return <PaletteList {...props} />
}

/** Shown while the palette waits for a command. Escape leaves the page and does not cancel the command. */
function RunningPage() {
  const t = useT()
  const { palette, registry } = useConsole()
  const task = useSelector(palette, ({ context }) => context.page.task)
  const page = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => page.current?.focus(), [])
  if (task === null) return null
  return (
    <div
      ref={page}
      className={styles.running}
      role="status"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        palette.send({ type: 'escape' })
      }}
    >
      <LoaderCircle className={styles.turning} size={16} strokeWidth={1.5} aria-hidden="true" />
      {t('palette.running', { title: titleOf(registry.get(task.command), t) })}
    </div>
  )
}
