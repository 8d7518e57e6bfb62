/**
 * Stores the files of the app again. The browser can delete the cache alone, for example when the phone is full. No
 * install event follows until the next release, and a navigation stores nothing: without this the app would open only with
 * a network.
 */
import type { PrecacheController } from 'workbox-precaching'

let running: Promise<void> | undefined

/**
 * Fetches the files that the cache lacks, with their integrity. Two pages that ask at the same time fetch each file once.
 * Leaves out what it cannot fetch or store: without a network, on a full phone, or when the server has a newer version.
 * Rejects when the cache cannot be read.
 */
export function storeMissing(files: PrecacheController, event: ExtendableEvent): Promise<void> {
  running ??= fetchMissing(files, event).finally(() => (running = undefined))
  return running
}

async function fetchMissing(files: PrecacheController, event: ExtendableEvent): Promise<void> {
  const { strategy } = files
  // One read of the names, because each start of the app does this.
  const requests = await (await caches.open(strategy.cacheName)).keys()
  const stored = new Set(requests.map(({ url }) => url))
  for (const [url, cacheKey] of files.getURLsToCacheKeys()) {
    if (stored.has(cacheKey)) continue
    const integrity = files.getIntegrityForCacheKey(cacheKey)
    // As the installation: only a file with a hash in its name may come from the HTTP cache.
    const cache = cacheKey === url ? 'default' : 'reload'
    const request = new Request(url, {
      cache,
      credentials: 'same-origin',
      ...(integrity && { integrity }),
    })
    try {
      await strategy.handle({ event, request, params: { cacheKey, integrity } })
    } catch {
      // The next start tries this file again. The others are of use without it.
    }
  }
}
