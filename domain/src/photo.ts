/** The photos of a deal: their roles, and which files are accepted. Phone and server both check. */

/** A photo of a deal shows the sealed packet or the receipt for cash. */
export const PHOTO_ROLES = ['packet', 'receipt'] as const
export type PhotoRole = (typeof PHOTO_ROLES)[number]

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024

/** The server decodes no larger photo; the phone scales a larger one down before it sends it. */
export const MAX_PHOTO_PIXELS = 24_000_000
/** A decoder needs a whole interlaced PNG or progressive JPEG in memory at once, and more time. */
export const MAX_INTERLACED_PHOTO_PIXELS = 8_000_000

/** The accepted MIME types, each with its file name extensions. */
export const photoTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type PhotoType = keyof typeof photoTypes
export type PhotoRefusal = 'no-file' | 'too-large' | 'wrong-type'

export const PHOTO_TYPES = Object.keys(photoTypes) as readonly PhotoType[]

/** The messages of the server's replies and of the English copy. */
export const photoRefusalMessages = {
  'no-file': 'No file provided',
  'too-large': 'File size too large. Maximum 5MB allowed.',
  'wrong-type': 'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.',
} as const satisfies Record<PhotoRefusal, string>

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))

/** The type that the first bytes declare, because names and headers can be wrong; undefined for other types. */
export function sniffPhotoType(bytes: Uint8Array): PhotoType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (bytes[0] === 0x89 && startsWith(bytes, 'PNG\r\n\u001a\n', 1)) return 'image/png'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  return undefined
}

/** Some cameras give names without an extension. An extension must belong to an accepted type. */
function hasPhotoName(name: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase()
  return (
    extension === undefined ||
    Object.values(photoTypes).some((list) => list.some((accepted) => accepted === extension))
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
