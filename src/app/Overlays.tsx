import { useSelector } from '@xstate/react'
import { useAtom, useAtomValue } from 'jotai'
import { useState, useSyncExternalStore } from 'react'
import { lazyPopup } from '../loading/lazyPopup.tsx'
import { useCommandsLoaded } from '../loading/withCommandRuntime.tsx'
import { isPaletteFetchedAtom, type Overlay, overlayAtom } from '../state/requestAtoms.ts'
import { useValue } from '../state/value.ts'
import { EmptyFallback, lazyComponent } from '../ui/lazyComponent.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import { OverlayBoundary } from './ErrorBoundary.tsx'

const dialogs = () => import('./dialogs.ts')

const sheets = {
  shortcuts: lazyPopup(async () => (await dialogs()).Shortcuts),
  notices: lazyPopup(async () => (await dialogs()).NoticesPanel),
  log: lazyPopup(async () => (await dialogs()).MessageLog),
  receipt: lazyPopup(async () => (await dialogs()).ReceiptDialog),
  handedIn: lazyPopup(async () => (await dialogs()).UploadedReceiptDialog, 'statements'),
  subMerchant: lazyPopup(
    async () => (await import('../screens/settings/subMerchants/SubMerchantDialog.tsx')).SubMerchantDialog,
    'settings',
  ),
  softphone: lazyPopup(async () => (await import('../softphone/SoftphoneDialog.tsx')).SoftphoneDialog, 'softphone'),
  about: lazyPopup(async () => (await dialogs()).About),
} satisfies Record<Overlay, unknown>

const Palette = lazyComponent(async () => (await import('../palette/Palette.tsx')).Palette)
const CallBar = lazyComponent(async () => (await import('../softphone/CallBar.tsx')).CallBar, EmptyFallback)
const ToastRegion = lazyComponent(async () => (await import('../notices/ToastRegion.tsx')).ToastRegion)

export const fetchPalette = Palette.fetch
export const overlaysAhead = [ToastRegion, ...Object.values(sheets)].map(({ fetch }) => fetch)

/** All overlays above the screens. Each is loaded when first needed, or when the page is idle, and stays mounted. */
export function Overlays() {
  const t = useT()
  const { telephone, toasts } = useConsole()
  const [overlay, setOverlay] = useAtom(overlayAtom)
  const toastCount = useSyncExternalStore(toasts.subscribe, () => toasts.log.length)
  const phone = useValue(telephone.running)
  const areCommandsLoaded = useCommandsLoaded()
  const opened = useEver(overlay === null ? [] : [overlay])
  const close = () => setOverlay(null)
  const missing = (leave: () => void) => {
    leave()
    toasts.show({ tone: 'error', text: t('error.NETWORK_ERROR') })
  }
  return (
    <>
      {areCommandsLoaded && <PreparedPalette onMissing={missing} />}
      <OverlayBoundary resetKey={overlay} onMissing={() => missing(close)}>
        {opened.map((name) => {
          const Sheet = sheets[name]
          return <Sheet key={name} open={overlay === name} onClose={close} />
        })}
      </OverlayBoundary>
      {/* The dialog shows the same call. */}
      {phone !== null && overlay !== 'softphone' && <CallBar phone={phone} />}
      <OverlayBoundary resetKey={toastCount}>{toastCount > 0 && <ToastRegion />}</OverlayBoundary>
    </>
  )
}

/** The palette from its first opening, or as soon as it is fetched ahead: closed, it prepares its commands. */
function PreparedPalette({ onMissing }: { onMissing(leave: () => void): void }) {
  const { palette } = useConsole()
  const isOpen = useSelector(palette, (snapshot) => snapshot.hasTag('open'))
  const isFetched = useAtomValue(isPaletteFetchedAtom)
  const wasOpened = useEver(isOpen ? ['palette'] : []).length > 0
  return (
    <OverlayBoundary resetKey={isOpen} onMissing={() => onMissing(() => palette.send({ type: 'palette.close' }))}>
      {(isFetched || wasOpened) && <Palette />}
    </OverlayBoundary>
  )
}

/** All values ever given, in order of appearance. */
function useEver<Name>(now: readonly Name[]): readonly Name[] {
  const [ever, setEver] = useState<readonly Name[]>([])
  const fresh = now.filter((name) => !ever.includes(name))
  if (fresh.length > 0) setEver([...ever, ...fresh])
  return ever
}
