import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { useCodeRequest } from './code-request.ts'

/** The answer to the code request: demo mode or a refusal. */
export function CodeNotice({ phone }: { phone: string }) {
  const t = useTranslate()
  const notSent = t('otp.notSent', { phone })
  switch (useCodeRequest()?.state) {
    case 'demo':
      return <Banner kind="demo">{t('otp.demo')}</Banner>
    case 'too-many':
      return (
        <Banner kind="error" title={notSent}>
          {t('otp.tooMany')}
        </Banner>
      )
    case 'failed':
      return (
        <Banner kind="error" title={notSent}>
          {t('otp.askAgain')}
        </Banner>
      )
    default:
      return null
  }
}
