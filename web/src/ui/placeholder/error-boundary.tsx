import { TriangleAlert } from 'lucide-react'
import { Component, type ErrorInfo, type ReactNode } from 'react'

import { ErrorPanel } from './error-panel.tsx'
import { LinkButton } from '../button/link-button.tsx'
import { Page } from '../layout/layout.tsx'

export interface ErrorBoundaryProps {
  title: string
  message: string
  homeLabel: string
  /** A normal page load, because the state in memory may be broken. */
  homeHref: string
  onError?: (error: unknown, info: ErrorInfo) => void
  children: ReactNode
}

/** Shows a sentence and a link home when a screen throws, instead of a blank page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  override render() {
    const { title, message, homeLabel, homeHref, children } = this.props
    if (!this.state.failed) return children
    return (
      <Page>
        <ErrorPanel
          icon={TriangleAlert}
          title={title}
          alone
          message={message}
          action={
            <LinkButton variant="primary" href={homeHref}>
              {homeLabel}
            </LinkButton>
          }
        />
      </Page>
    )
  }
}
