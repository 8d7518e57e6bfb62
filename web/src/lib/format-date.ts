const languageTags = { en: 'en-IN', te: 'te-IN' } as const

type Language = keyof typeof languageTags

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const DAY_IN_UTC = { ...DAY, timeZone: 'UTC' } as const
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const

/** `21 Nov 2026, 9:05 am` where the phone is; '' for what is no date. */
export function formatDateTime(iso: string, language: Language): string {
  const date = new Date(iso)
  const day = dayOf(date, language)
  return day && `${day}, ${formatClock(date.getTime(), language)}`
}

/**
 * `15 Feb 2024` (spec §9); '' for what is no day.
 * @param day `YYYY-MM-DD`: the same day everywhere, so no time zone may shift it
 */
export function formatDay(day: string, language: Language): string {
  return dayOf(new Date(`${day}T00:00:00Z`), language, DAY_IN_UTC)
}

/** `9:05 am` where the phone is. @param instant ms since 1970 */
export function formatClock(instant: number, language: Language): string {
  const text = formatter(language, CLOCK).format(instant)
  // `am` or `pm` never begins a line of its own.
  return text.replace(/ (?=\p{L}+$)/u, '\u00A0')
}

/** Day, month and year in this order in both languages: browsers put a comma after the day in Telugu, as nobody writes it. */
function dayOf(date: Date, language: Language, options: Intl.DateTimeFormatOptions = DAY): string {
  if (Number.isNaN(date.getTime())) return ''
  return formatter(language, options)
    .formatToParts(date)
    .filter(({ type }) => type in DAY)
    .map(({ value }) => value)
    .join(' ')
}

type Formatters = Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>

/** To make one takes longer than all else that a card of the list needs. */
const formatters: Record<Language, Formatters> = { en: new Map(), te: new Map() }

function formatter(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formatters[language].get(options)
  if (known) return known
  // Digits stay Latin in Telugu too: they are the ones on scales and notes.
  const latin = { ...options, numberingSystem: 'latn' }
  const made = new Intl.DateTimeFormat(languageTags[language], latin)
  formatters[language].set(options, made)
  return made
}
