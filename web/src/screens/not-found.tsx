import { House, SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { Screen } from '../components/screen.tsx'
import { useTranslate } from '../i18n/translate.ts'
import { useValue } from '../lib/use-value.ts'
import { paths } from '../paths.ts'
import { session } from '../state/session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'

export default function NotFound() {
  const t = useTranslate()
  const home = useValue(session) ? paths.deliveries() : paths.login()
  const homeLink = (
    <Link href={home} asChild>
      <LinkButton variant="primary" icon={House}>
        {t('notFound.home')}
      </LinkButton>
    </Link>
  )
  return (
    <Screen title={t('common.appName')}>
      <EmptyState icon={SearchX} title={t('notFound.title')} action={homeLink} />
    </Screen>
  )
}
