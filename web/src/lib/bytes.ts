import { environment } from './environment.ts'

/** Read by the browser beside the page: to spell out half a megabyte here would hold up a tap. */
export function toBase64(bytes: ArrayBuffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const { result } = reader
      // `data:…;base64,` stands before it.
      if (typeof result === 'string') resolve(result.slice(result.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('The bytes were not read'))
    reader.readAsDataURL(new Blob([bytes]))
  })
}

/** Lower-case hex; '' where the browser offers no SHA-256 (plain http away from localhost). */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const { sha256 } = environment()
  if (!sha256) return ''
  const digest = new Uint8Array(await sha256(bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
