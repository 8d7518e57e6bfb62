/** Short names of the months and the halves of the day, as `Intl` formats them for India (a test compares them). */
const words = {
  en: ['Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec', 'am', 'pm'],
  te: ['జన ఫిబ్ర మార్చి ఏప్రి మే జూన్ జులై ఆగ సెప్టెం అక్టో నవం డిసెం', 'AM', 'PM'],
} as const

type Language = keyof typeof words

/** `21 Nov 2026, 9:05 am` in the phone's time zone; '' for an invalid date. */
export function formatDateTime(iso: string, language: Language): string {
  const date = new Date(iso)
  const day = formatParts(date.getDate(), date.getMonth(), date.getFullYear(), language)
  return day && `${day}, ${formatClock(date.getTime(), language)}`
}

/**
 * `15 Feb 2024`; '' for an invalid day.
 * @param day `YYYY-MM-DD`; the result does not depend on the time zone
 */
export function formatDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`)
  return formatParts(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), language)
}

/**
 * `9:05 am` in the phone's time zone. Without `Intl`, because the first `Intl.DateTimeFormat` of a page takes longer than
 * the rest of the list.
 * @param instant ms since 1970
 */
export function formatClock(instant: number, language: Language): string {
  const date = new Date(instant)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  // A no-break space, so that `am` or `pm` stays on the same line.
  return `${hours % 12 || 12}:${minutes}\u00A0${words[language][hours < 12 ? 1 : 2]}`
}

/** Day, month and year in both languages. `Intl` adds a comma after the day in Telugu, which nobody writes. */
function formatParts(day: number, month: number, year: number, language: Language): string {
  const name = words[language][0].split(' ')[month]
  return name ? `${day} ${name} ${year}` : ''
}
