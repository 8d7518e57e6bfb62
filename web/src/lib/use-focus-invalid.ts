import { useEffect } from 'react'

/**
 * Moves the focus to the first field that is marked invalid, so that the runner sees what is missing.
 * @param attempt counts the tries to complete; 0 is none yet
 */
export function useFocusInvalid(attempt: number): void {
  useEffect(() => {
    if (attempt > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [attempt])
}
