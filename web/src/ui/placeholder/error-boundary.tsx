import { TriangleAlert } from 'lucide-react'
import { Component, type ErrorInfo, type ReactNode } from 'react'

import { ErrorPanel } from './error-panel.tsx'
import { LinkButton } from '../button/link-button.tsx'
import { Page } from '../layout/page.tsx'

export interface ErrorBoundaryProps {
  title: string
  message: string
  homeLabel: string
  /** Loaded anew by the browser, since what is in memory can no longer be trusted. */
  homeHref: string
  onError?: (error: unknown, info: ErrorInfo) => void
  children: ReactNode
}

/** Turns a bug in a screen into a sentence with a way home, instead of a blank page. */
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
