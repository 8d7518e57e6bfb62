import type { ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { IconLink } from '../../ui/button/icon-button.tsx'
import { Page, type PageProps } from '../../ui/layout/layout.tsx'
import { TopBar } from '../../ui/navigation/top-bar.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { useValue } from '../../lib/use-value.ts'
import { outboxStatus } from '../../state/frame-content.ts'

export interface ScreenProps extends Omit<PageProps, 'topBar'> {
  title: string
  /** The target of the back arrow; without it there is no arrow. */
  backHref?: string
  /** Beside Logout: at most one icon button. */
  actions?: ReactNode
}

/** The frame of every screen: title, back arrow, outbox status, Logout. */
export function Screen({ title, backHref, actions, ...page }: ScreenProps) {
  const t = useTranslate()
  const topBar = (
    <TopBar
      title={title}
      status={<OutboxStatus />}
      back={
        backHref && (
          <Link href={backHref} asChild>
            <IconLink icon={ArrowLeft} label={t('common.back')} />
          </Link>
        )
      }
      actions={
        <>
          {actions}
          <SignOutButton />
        </>
      }
    />
  )
  return <Page {...page} topBar={topBar} />
}

/** The status line of the top bar. It stays while empty: a live region announces only changes of its content. */
export function OutboxStatus() {
  return <output>{useValue(outboxStatus)}</output>
}
