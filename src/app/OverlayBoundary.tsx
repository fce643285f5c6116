import { Component, type ReactNode } from 'react'
import { ChunkLoadError } from '../ui/lazyComponent.tsx'

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
