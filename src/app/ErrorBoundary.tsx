import { Component, type ReactNode } from 'react'
import { Exception } from '../screens/Exception.tsx'
import { ChunkLoadError } from '../ui/lazyComponent.tsx'

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
    const retry = crash.error instanceof ChunkLoadError ? loadAfresh : () => this.setState({ crash: null })
    return <Exception code={500} onRetry={retry} />
  }
}

/** Reloads the page with all its chunks, which may have newer versions. Does nothing when the server does not answer. */
async function loadAfresh(): Promise<void> {
  const reply = await fetch(window.location.pathname, { method: 'HEAD' }).catch(() => null)
  if (reply?.ok === true) window.location.reload()
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
