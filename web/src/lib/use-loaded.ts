import { useEffect, useState } from 'react'
import { reportProblem } from './report.ts'

/**
 * A part of the app that is fetched when it is first wanted. What could not be fetched is tried again when it is
 * wanted again.
 */
export function useLoaded<T>(isWanted: boolean, load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<T>()
  const isMissing = isWanted && part === undefined
  useEffect(() => {
    if (isMissing) load().then(setPart, reportMissing)
  }, [isMissing, load])
  return part
}

const reportMissing = (error: unknown) => reportProblem('A part of the app is missing', error)
