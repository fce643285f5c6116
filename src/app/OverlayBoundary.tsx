import { Component, type ReactNode } from 'react'
import { NotFetched } from '../ui/later.tsx'

interface OverlayBoundaryProps {
  /** What there is to show in it, if anything; something else is another try. */
  resetKey: unknown
  onMissing?(): void
  children: ReactNode
}

/** What floats beside the screens and may be missing: where its script cannot be fetched it is not there, and nothing goes with it. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError(error: unknown) {
    // A crash is for whoever stands around.
    if (!(error instanceof NotFetched)) throw error
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
