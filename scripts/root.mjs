import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A path inside the repository.
 * @param {...string} segments
 */
export const at = (...segments) => join(root, ...segments)
