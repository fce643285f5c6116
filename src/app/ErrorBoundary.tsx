import { Component, type ReactNode } from 'react'
import { Exception } from '../screens/Exception.tsx'
import { NotFetched } from '../ui/later.tsx'

interface ErrorBoundaryProps {
  onCrash(error: unknown): void
  children: ReactNode
}

interface Crash {
  error: unknown
}

/** Keeps a crash inside one screen: menu and palette live on, and the screen can be tried again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { crash: Crash | null }> {
  override state = { crash: null as Crash | null }

  static getDerivedStateFromError(error: unknown) {
    return { crash: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error)
  }

  override render() {
    const { crash } = this.state
    if (crash === null) return this.props.children
    const retry = crash.error instanceof NotFetched ? loadAfresh : () => this.setState({ crash: null })
    return <Exception code={500} onRetry={retry} />
  }
}

/** With all its scripts, of which there may be newer ones. Where nobody answers, what is here is better than nothing. */
async function loadAfresh(): Promise<void> {
  const reply = await fetch(window.location.pathname, { method: 'HEAD' }).catch(() => null)
  if (reply?.ok === true) window.location.reload()
}
