import type { Runner } from '@veni/domain/runner'
import { CircleCheck } from 'lucide-react'
import { LOGIN_SUCCESS_REDIRECT_MS } from '@veni/domain/sign-in'
import { useEffect, useEffectEvent } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { Screen } from '../../components/frame/screen.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { paths } from '../../paths.ts'
import { session } from '../../state/session.ts'
import { ActionArea } from '../../ui/layout/layout.tsx'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'

export default function LoginSuccess() {
  const runner = useValue(session)?.runner
  return runner ? <Welcome runner={runner} /> : <Redirect to={paths.login()} replace />
}

function Welcome({ runner }: { runner: Runner }) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  useRedirectAfter(LOGIN_SUCCESS_REDIRECT_MS, () => navigate(paths.deliveries(), { replace: true }))
  const continueLink = (
    <Link href={paths.deliveries()} replace asChild>
      <LinkButton variant="primary">{t('success.continue')}</LinkButton>
    </Link>
  )
  return (
    <Screen title={t('success.title')} footer={<ActionArea>{continueLink}</ActionArea>}>
      <EmptyState
        icon={CircleCheck}
        title={t('success.welcome', { name: runner.name })}
        message={t('success.runnerId', { id: runner.id })}
      />
    </Screen>
  )
}

/** Redirects after the delay, unless the screen was left before. */
function useRedirectAfter(delayMs: number, redirect: () => void): void {
  const go = useEffectEvent(redirect)
  useEffect(() => {
    const timer = setTimeout(() => go(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
}
