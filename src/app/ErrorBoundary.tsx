import { Component, type ReactNode } from 'react'
import { Exception } from '../screens/Exception.tsx'

interface ErrorBoundaryProps {
  onCrash(error: unknown): void
  children: ReactNode
}

/** Keeps a crash inside one screen: menu and palette live on, and the screen can be tried again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error)
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return <Exception code={500} onRetry={() => this.setState({ crashed: false })} />
  }
}
