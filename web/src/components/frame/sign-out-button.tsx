import { LogOut } from 'lucide-react'
import { useLocation } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { signOut } from './sign-out.ts'

/** On every screen (spec §2). */
export function SignOutButton() {
  const t = useTranslate()
  const [, navigate] = useLocation()

  async function handleLogout() {
    if (await signOut()) navigate(paths.login())
  }

  return <IconButton icon={LogOut} label={t('common.logout')} onClick={() => void handleLogout()} />
}
