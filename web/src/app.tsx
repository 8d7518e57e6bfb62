import { type ReactNode, useLayoutEffect } from 'react'
import { type AroundNavHandler, Redirect, Router, useLocation } from 'wouter'
import { useTranslate } from './i18n/translate.ts'
import { afterPaint } from './lib/after-paint.ts'
import { reportProblem } from './lib/report.ts'
import { useLoaded } from './lib/use-loaded.ts'
import { useValue } from './lib/use-value.ts'
import { paths } from './paths.ts'
import { Routes } from './routes.tsx'
import { session, signInNeeded } from './state/session.ts'
import { pendingConfirm } from './ui/dialog/confirm-store.ts'
import { ErrorBoundary } from './ui/placeholder/error-boundary.tsx'
import { ToastHost } from './ui/message/toast-host.tsx'

export function App() {
  const t = useTranslate()
  return (
    <Router aroundNav={navigateAfterPaint}>
      <ErrorBoundary
        title={t('crash.title')}
        message={t('crash.message')}
        homeLabel={t('notFound.home')}
        homeHref={paths.deliveries()}
        onError={(error) => reportProblem('A screen failed', error)}
      >
        <SignInGate>
          <Routes />
        </SignInGate>
      </ErrorBoundary>
      <Questions />
      <ToastHost dismissLabel={t('common.close')} />
    </Router>
  )
}

/** The pressed state of a tap is painted before the next screen is drawn. A replaced address needs no paint. */
const navigateAfterPaint: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) navigate(to, options)
  else afterPaint(() => navigate(to, options))
}

/**
 * A lost session leads to /login from every screen (ruling 6). The redirect replaces the screen, because a screen that
 * navigates at that moment would lead back. A new screen starts at its top.
 */
function SignInGate({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const isNeeded = useValue(signInNeeded)
  useLayoutEffect(() => {
    // No returned value: newer browsers return a promise, which React would take for a clean-up function.
    window.scrollTo(0, 0)
  }, [location])
  const isSigningIn = [paths.login(), paths.otp(), '/'].includes(location)
  return isNeeded && !isSigningIn ? <Redirect to={paths.login()} /> : children
}

async function loadConfirmHost() {
  const { ConfirmHost } = await import('./ui/dialog/confirm-host.tsx')
  return <ConfirmHost />
}

/** There is no question before there is work to lose, so the first screen does not load the dialog. */
function Questions() {
  const isSignedIn = useValue(session) !== undefined
  const isAsked = useValue(pendingConfirm) !== null
  return useLoaded(isSignedIn || isAsked, loadConfirmHost, isAsked) ?? null
}
