import { Dialog } from '@base-ui/react/dialog'
import { useSelector } from '@xstate/react'
import { LoaderCircle } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { titleOf } from '../commandText.ts'
import { useFocusTrap } from '../ui/focus/useFocusTrap.ts'
import { useConsole, useT } from '../useConsole.tsx'
import { ConfirmPage } from './ConfirmPage.tsx'
import styles from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { pageNameOf } from './rows/usePaletteRows.ts'
import { useSearchEntries } from './search/useSearchEntries.ts'
import { areUsageCounts, createUsage } from './usage.ts'

/** The command palette over all commands and orders, controlled by `paletteMachine`. */
export function Palette() {
  const t = useT()
  const { palette, store, clock } = useConsole()
  const isOpen = useSelector(palette, (snapshot) => snapshot.hasTag('open'))
  const usage = useMemo(() => createUsage(store.own('usage', areUsageCounts), clock), [store, clock])
  const search = useSearchEntries(isOpen)

  // The page is hidden from screen readers by the library. Making it inert would recompute the style of every cell on each opening.
  useFocusTrap(isOpen, 'palette')
  if (!isOpen) return null
  return (
    <Dialog.Root
      open
      modal="trap-focus"
      onOpenChange={(_, { reason }) => reason === 'outside-press' && palette.send({ type: 'palette.close' })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        {/* The palette manages the focus itself: immediately, and back to the list, which may have replaced the row's element. */}
        <Dialog.Popup
          className={styles.panel}
          data-layer="palette"
          aria-label={t('palette.title')}
          aria-modal="true"
          initialFocus={false}
          finalFocus={false}
        >
          <Page search={search} usage={usage} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Page(props: Parameters<typeof PaletteList>[0]) {
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
