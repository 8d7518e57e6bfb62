/** Short names of the months and the halves of the day, as `Intl` has them for India (a test compares). */
const words = {
  en: ['Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec', 'am', 'pm'],
  te: ['జన ఫిబ్ర మార్చి ఏప్రి మే జూన్ జులై ఆగ సెప్టెం అక్టో నవం డిసెం', 'AM', 'PM'],
} as const

type Language = keyof typeof words

/** `21 Nov 2026, 9:05 am` where the phone is; '' for what is no date. */
export function formatDateTime(iso: string, language: Language): string {
  const date = new Date(iso)
  const day = formatParts(date.getDate(), date.getMonth(), date.getFullYear(), language)
  return day && `${day}, ${formatClock(date.getTime(), language)}`
}

/**
 * `15 Feb 2024`; '' for what is no day.
 * @param day `YYYY-MM-DD`: the same day everywhere, so no time zone may shift it
 */
export function formatDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`)
  return formatParts(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), language)
}

/**
 * `9:05 am` where the phone is. By hand, because the first `Intl.DateTimeFormat` of a page takes longer than all else
 * that draws the list.
 * @param instant ms since 1970
 */
export function formatClock(instant: number, language: Language): string {
  const date = new Date(instant)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  // `am` or `pm` never begins a line of its own.
  return `${hours % 12 || 12}:${minutes}\u00A0${words[language][hours < 12 ? 1 : 2]}`
}

/** In this order in both languages: browsers put a comma after the day in Telugu, as nobody writes it. */
function formatParts(day: number, month: number, year: number, language: Language): string {
  const name = words[language][0].split(' ')[month]
  return name ? `${day} ${name} ${year}` : ''
}
