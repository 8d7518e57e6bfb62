import { House, SearchX } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { Screen } from '../components/frame/screen.tsx'
import { CartBar } from '../features/cart/cart-bar.tsx'
import { useTranslate } from '../i18n/translate.ts'
import { useValue } from '../lib/use-value.ts'
import { hasCartBar, paths } from '../paths.ts'
import { session } from '../state/session.ts'
import { EmptyState } from '../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../ui/button/link-button.tsx'

export default function NotFound() {
  const t = useTranslate()
  const [location] = useLocation()
  const home = useValue(session) ? paths.deliveries() : paths.login()
  const homeLink = (
    <Link href={home} asChild>
      <LinkButton variant="primary" icon={House}>
        {t('notFound.home')}
      </LinkButton>
    </Link>
  )
  return (
    <Screen title={t('common.appName')} footer={hasCartBar(location) && <CartBar />}>
      <EmptyState icon={SearchX} title={t('notFound.title')} action={homeLink} />
    </Screen>
  )
}
