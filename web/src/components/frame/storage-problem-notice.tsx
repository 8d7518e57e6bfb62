import { useEffect } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { useValue } from '../../lib/use-value.ts'
import { checkFreeSpace } from '../../storage/free-space.ts'
import { storageProblem } from '../../storage/storage-problem.ts'
import { Banner } from '../../ui/message/banner.tsx'

const keys = { full: 'phone.full', broken: 'phone.broken' } as const

/** Says that the phone cannot keep a deal, and looks again whenever the runner is back from making room. */
export function StorageProblemNotice() {
  const t = useTranslate()
  const trouble = useValue(storageProblem)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void checkFreeSpace()
    }
    // Where there is room it is tried with twelve megabytes: not while the screen is being drawn.
    const callOff = whenIdle(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      callOff()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return trouble && <Banner kind="error">{t(keys[trouble])}</Banner>
}
