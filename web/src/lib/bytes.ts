import { environment } from './environment.ts'

/** Encodes with FileReader, outside the main thread: to encode half a megabyte in the page would delay a tap. */
export function toBase64(bytes: ArrayBuffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const { result } = reader
      // The result starts with `data:…;base64,`.
      if (typeof result === 'string') resolve(result.slice(result.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('The bytes were not read'))
    reader.readAsDataURL(new Blob([bytes]))
  })
}

/** For a few bytes, such as a key: at once, and without another process. */
export const toShortBase64 = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** Lower-case hex; '' in a browser without SHA-256 (plain http away from localhost). */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const { sha256 } = environment()
  if (!sha256) return ''
  const digest = new Uint8Array(await sha256(bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
