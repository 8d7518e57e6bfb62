/** What may be uploaded as a photo (spec §5). Checked on the phone and again by the server. */

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024

/** MIME types taken, with the file name endings that go with each. */
export const photoTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type PhotoType = keyof typeof photoTypes
export type PhotoRefusal = 'no-file' | 'too-large' | 'wrong-type'

export const PHOTO_TYPES = Object.keys(photoTypes) as readonly PhotoType[]

/** The sentences of spec §5, as the server answers them and the English catalogue shows them. */
export const photoRefusalMessages = {
  'no-file': 'No file provided',
  'too-large': 'File size too large. Maximum 5MB allowed.',
  'wrong-type': 'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.',
} as const satisfies Record<PhotoRefusal, string>

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))

/** The type that the first bytes themselves declare; names and headers may lie. */
export function sniffPhotoType(bytes: Uint8Array): PhotoType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (bytes[0] === 0x89 && startsWith(bytes, 'PNG\r\n\u001a\n', 1)) return 'image/png'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  return undefined
}

/** A name without an ending is a camera's; one with an ending must be of a taken type. */
function hasPhotoName(name: string): boolean {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase()
  return (
    ending === undefined || Object.values(photoTypes).some((list) => list.some((e) => e === ending))
  )
}

/**
 * @param firstBytes at least the first 12 bytes of the file
 * @returns why the file is refused, or undefined when it may be sent
 */
export function checkPhoto(
  file: { readonly name: string; readonly size: number } | undefined,
  firstBytes: Uint8Array,
): PhotoRefusal | undefined {
  if (!file || file.size === 0) return 'no-file'
  if (file.size > MAX_PHOTO_BYTES) return 'too-large'
  return sniffPhotoType(firstBytes) && hasPhotoName(file.name) ? undefined : 'wrong-type'
}
