import { createHash } from 'node:crypto'

/** 32 random bytes: nobody guesses one, so a fast hash is enough to store it. */
export const TOKEN_BYTES = 32

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
