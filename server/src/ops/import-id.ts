import { randomBytes } from 'node:crypto'

/** A UUID of version 7: ids compare by the time they were made, so leftovers of long ago are told from imports at work. */
export function importIdAt(instant: Date, random: Uint8Array = randomBytes(10)): string {
  const time = instant.getTime().toString(16).padStart(12, '0')
  const rest = Buffer.from(random)
  rest[0] = 0x70 | ((rest[0] ?? 0) & 0x0f)
  rest[2] = 0x80 | ((rest[2] ?? 0) & 0x3f)
  return `${time}${rest.toString('hex')}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    '$1-$2-$3-$4-$5',
  )
}
