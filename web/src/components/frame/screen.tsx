import type { ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { IconLink } from '../../ui/button/icon-link.tsx'
import { Page, type PageProps } from '../../ui/layout/page.tsx'
import { TopBar } from '../../ui/navigation/top-bar.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { OutboxStatus } from '../outbox/outbox-status.tsx'

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
