import { LogIn } from 'lucide-react'
import { useLocation } from 'wouter'
import { LanguageToggle } from '../../components/frame/language-toggle.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { LegalLinks } from '../../features/sign-in/legal-links.tsx'
import { PhoneForm } from '../../features/sign-in/phone-form.tsx'
import { usePhoneForm } from '../../features/sign-in/use-phone-form.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { paths } from '../../paths.ts'
import { signInNeeded } from '../../state/session.ts'
import { ActionArea, Stack } from '../../ui/layout/layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Logo } from '../../ui/display/logo.tsx'
import { useAnnounced } from '../../ui/message/announcer.ts'
import styles from './login.module.css'

export default function Login() {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const form = usePhoneForm(() => navigate(paths.otp()))
  const isSignInNeeded = useValue(signInNeeded)
  const announced = useAnnounced<HTMLParagraphElement>()
  const sendButton = (
    <Button variant="primary" icon={LogIn} disabled={form.isEmpty} onClick={form.submit}>
      {t('login.send')}
    </Button>
  )
  return (
    <Screen title={t('login.title')} footer={<ActionArea>{sendButton}</ActionArea>}>
      <Stack gap="large">
        <div className={styles.language}>
          <LanguageToggle />
        </div>
        <header className={styles.welcome}>
          <Logo size={72} />
          <p className={styles.name}>{t('common.appName')}</p>
          {isSignInNeeded ? (
            <p ref={announced} className={styles.again}>
              {t('login.again')}
            </p>
          ) : (
            <p>{t('login.welcome')}</p>
          )}
        </header>
        <PhoneForm form={form} />
        <LegalLinks />
      </Stack>
    </Screen>
  )
}
