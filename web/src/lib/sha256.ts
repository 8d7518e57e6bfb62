/** Lower-case hex; '' where the browser offers no SHA-256 (plain http away from localhost). */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle) return ''
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
