import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/banner.tsx'
import { useCodeRequest } from './code-request.ts'

/** What the portal said when the code was asked for: demo mode (ruling 5), or a refusal. */
export function CodeNotice() {
  const t = useTranslate()
  switch (useCodeRequest()?.state) {
    case 'demo':
      return <Banner kind="demo">{t('otp.demo')}</Banner>
    case 'too-many':
      return <Banner kind="error">{t('otp.tooMany')}</Banner>
    case 'failed':
      return <Banner kind="error">{t('otp.failed')}</Banner>
    default:
      return null
  }
}
