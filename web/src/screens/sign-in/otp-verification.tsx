import { Redirect, useLocation } from 'wouter'
import { Screen } from '../../components/frame/screen.tsx'
import { CodeForm } from '../../features/sign-in/code-form.tsx'
import { CodeNotice } from '../../features/sign-in/code-notice.tsx'
import { isRefused, useCodeRequest } from '../../features/sign-in/code-request.ts'
import { ResendCode } from '../../features/sign-in/resend-code.tsx'
import { useCodeForm } from '../../features/sign-in/use-code-form.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { paths } from '../../paths.ts'
import { session } from '../../state/session.ts'
import { ActionArea, Stack } from '../../ui/layout/layout.tsx'
import { Button } from '../../ui/button/button.tsx'

export default function OtpVerification() {
  const phone = useValue(session)?.phone
  return phone ? <Verification phone={phone} /> : <Redirect to={paths.login()} replace />
}

function Verification({ phone }: { phone: string }) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const request = useCodeRequest()
  const form = useCodeForm(phone, () => navigate(paths.loginSuccess(), { replace: true }))
  const verifyButton = (
    <Button
      variant="primary"
      disabled={!form.isComplete}
      busy={form.isVerifying}
      busyLabel={t('otp.verifying')}
      onClick={() => void form.verify()}
    >
      {t('otp.verify')}
    </Button>
  )
  return (
    <Screen
      title={t('otp.title')}
      backHref={paths.login()}
      footer={<ActionArea>{verifyButton}</ActionArea>}
    >
      <Stack gap="large">
        {!isRefused(request) && <p>{t('otp.instruction', { phone })}</p>}
        <CodeForm form={form} />
        <ResendCode phone={phone} />
        <CodeNotice phone={phone} />
      </Stack>
    </Screen>
  )
}
