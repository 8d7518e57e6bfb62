import { useEffect } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { useValue } from '../../lib/use-value.ts'
import { checkFreeSpace } from '../../storage/free-space.ts'
import { storageProblem } from '../../storage/storage-problem.ts'
import { Banner } from '../../ui/message/banner.tsx'

const keys = { full: 'phone.full', broken: 'phone.broken' } as const

/** Warns that the phone cannot store a deal. It checks again when the app becomes visible. */
export function StorageProblemNotice() {
  const t = useTranslate()
  const problem = useValue(storageProblem)
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') void checkFreeSpace()
    }
    // The check may write twelve megabytes, so it waits until the screen is drawn.
    const cancel = whenIdle(check)
    document.addEventListener('visibilitychange', check)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', check)
    }
  }, [])
  return problem && <Banner kind="error">{t(keys[problem])}</Banner>
}
