/** Missing on plain http, whatever the types say. A sandboxed frame may not read the property. */
export function findCaches(): CacheStorage | undefined {
  try {
    return globalThis.caches as CacheStorage | undefined
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
