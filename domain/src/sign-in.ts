/** Signing in with a phone and a one-time code. */

export const CODE_LENGTH = 6
export const CODE_COUNTDOWN_SECONDS = 120
export const LOGIN_SUCCESS_REDIRECT_MS = 3_000

/** `mm:ss` of the seconds left on the code's countdown; never below 00:00. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.trunc(seconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(left / 60))}:${pad(left % 60)}`
}
