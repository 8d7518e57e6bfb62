import { useLayoutEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useTranslate } from './i18n/translate.ts'
import { reportProblem } from './lib/report.ts'
import { useValue } from './lib/use-value.ts'
import { paths } from './paths.ts'
import { Routes } from './routes.tsx'
import { signInNeeded } from './state/session.ts'
import { ConfirmHost } from './ui/confirm-host.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { ToastHost } from './ui/toast-host.tsx'

export function App() {
  const t = useTranslate()
  return (
    <>
      <ErrorBoundary
        title={t('crash.title')}
        message={t('crash.message')}
        homeLabel={t('notFound.home')}
        homeHref={paths.deliveries()}
        onError={(error) => reportProblem('A screen failed', error)}
      >
        <SignInGate />
        <Routes />
      </ErrorBoundary>
      <ConfirmHost />
      <ToastHost dismissLabel={t('common.close')} />
    </>
  )
}

/** A lost session leads to /login from wherever it was noticed (ruling 6); a new screen starts at its top. */
function SignInGate() {
  const [location] = useLocation()
  const isNeeded = useValue(signInNeeded)
  useLayoutEffect(() => {
    // Newer browsers return a promise, which is no clean-up for React.
    window.scrollTo(0, 0)
  }, [location])
  const isSigningIn = [paths.login(), paths.otp(), '/'].includes(location)
  return isNeeded && !isSigningIn ? <Redirect to={paths.login()} /> : null
}
