import { useEffect, useState } from 'react'
import { reportProblem } from './report.ts'

/**
 * A part of the app that is fetched when `isWanted` becomes true.
 * @param isUrgent after a failure it is fetched again when this changes
 */
export function useLoaded<T>(
  isWanted: boolean,
  load: () => Promise<T>,
  isUrgent: boolean,
): T | undefined {
  const [part, setPart] = useState<T>()
  const isMissing = isWanted && part === undefined
  useEffect(() => {
    if (isMissing) load().then(setPart, reportMissing)
  }, [isMissing, isUrgent, load])
  return part
}

const reportMissing = (error: unknown) => reportProblem('A part of the app is missing', error)
