/** Joins class names and skips empty values. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** The meaning of an element. base.css turns `data-tone` into the colours `--tone` and `--tone-soft`. */
export type Tone = 'plain' | 'muted' | 'primary' | 'priority' | 'return' | 'collect' | 'hold'
