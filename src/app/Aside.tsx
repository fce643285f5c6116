import { Component, type ReactNode } from 'react'
import { NotFetched } from '../ui/later.tsx'

interface AsideProps {
  /** What there is to show in it, if anything; something else is another try. */
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
    if (this.state.isMissing && this.props.asked && this.props.asked !== asked) this.setState({ isMissing: false })
  }

  override render() {
    return this.state.isMissing ? null : this.props.children
  }
}
