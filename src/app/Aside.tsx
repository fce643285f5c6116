import { Component, type ReactNode } from 'react'
import { NotFetched } from '../ui/later.tsx'

interface AsideProps {
  /** Whether there is something to show in it, or what; another one is another try. */
  asked: unknown
  onMissing?(): void
  children: ReactNode
}

/** What floats beside the screens and may be missing: where its script cannot be fetched it is not there, and nothing goes with it. */
export class Aside extends Component<AsideProps, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError(error: unknown) {
    // A crash is for whoever stands around.
    if (!(error instanceof NotFetched)) throw error
    return { isMissing: true }
  }

  override componentDidCatch() {
    this.props.onMissing?.()
  }

  override componentDidUpdate({ asked }: AsideProps) {
    if (this.state.isMissing && this.props.asked !== asked && this.props.asked !== false) this.setState({ isMissing: false })
  }

  override render() {
    return this.state.isMissing ? null : this.props.children
  }
}
