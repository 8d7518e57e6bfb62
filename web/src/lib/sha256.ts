import { environment } from './environment.ts'

/** Lower-case hex; '' where the browser offers no SHA-256 (plain http away from localhost). */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const { sha256 } = environment()
  if (!sha256) return ''
  const digest = new Uint8Array(await sha256(bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
