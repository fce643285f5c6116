import { Component, type ReactNode, useEffect } from 'react'
import { Exception } from '../screens/Exception.tsx'
import { ChunkLoadError } from '../ui/lazyComponent.tsx'
import { useCore } from '../useCore.tsx'

interface ErrorBoundaryProps {
  onCrash(error: unknown): void
  children: ReactNode
}

/** Confines a crash to one screen: menu and palette keep working, and the screen can be retried. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { crash: { error: unknown } | null }> {
  override state: { crash: { error: unknown } | null } = { crash: null }

  static getDerivedStateFromError(error: unknown) {
    return { crash: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error)
  }

  override render() {
    const { crash } = this.state
    if (crash === null) return this.props.children
    if (crash.error instanceof ChunkLoadError) return <MissingScript />
    return <Exception code={500} onRetry={() => this.setState({ crash: null })} />
  }
}

/** Retry loads the page again with all its scripts, which may have newer versions. It says so when the server does not answer. */
function MissingScript() {
  const { announcer, connection, i18n } = useCore()
  const ask = () => connection.fetch('/', { method: 'HEAD' }).catch(() => announcer.polite(i18n.t('login.unreachable')))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, to notice a lost connection
  useEffect(() => void ask(), [])
  return <Exception code={500} onRetry={async () => (await ask())?.ok && window.location.reload()} />
}

interface OverlayBoundaryProps {
  /** A new truthy value retries after a failed load. */
  resetKey: unknown
  onMissing?(): void
  children: ReactNode
}

/** Wraps an optional overlay: when its chunk cannot be loaded it stays absent, and the rest of the page is unaffected. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError(error: unknown) {
    // Other errors propagate to the enclosing boundary.
    if (!(error instanceof ChunkLoadError)) throw error
    return { isMissing: true }
  }

  override componentDidCatch() {
    this.props.onMissing?.()
  }

  override componentDidUpdate({ resetKey: asked }: OverlayBoundaryProps) {
    if (this.state.isMissing && this.props.resetKey && this.props.resetKey !== asked) this.setState({ isMissing: false })
  }

  override render() {
    return this.state.isMissing ? null : this.props.children
  }
}
