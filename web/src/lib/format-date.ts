const languageTags = { en: 'en-IN', te: 'te-IN' } as const

type Language = keyof typeof languageTags

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const

/** `21 Nov 2026, 9:05 am` where the phone is; '' for what is no date. */
export function formatDateTime(iso: string, language: Language): string {
  return format(new Date(iso), language, { ...DAY, ...CLOCK })
}

/**
 * `15 Feb 2024` (spec §9); '' for what is no day.
 * @param day `YYYY-MM-DD`: the same day everywhere, so no time zone may shift it
 */
export function formatDay(day: string, language: Language): string {
  return format(new Date(`${day}T00:00:00Z`), language, { ...DAY, timeZone: 'UTC' })
}

/** `9:05 am` where the phone is. @param instant ms since 1970 */
export function formatClock(instant: number, language: Language): string {
  return format(new Date(instant), language, CLOCK)
}

function format(date: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(date.getTime())) return ''
  // Digits stay Latin in Telugu too: they are the ones on scales and notes.
  const latin = { ...options, numberingSystem: 'latn' }
  return new Intl.DateTimeFormat(languageTags[language], latin).format(date)
}
