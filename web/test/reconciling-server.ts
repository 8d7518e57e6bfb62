import {
  addToDigest,
  EMPTY_DIGEST,
  type ReconciledItem,
  type ReconciliationReply,
} from '@veni/domain/api/reconciliation'

/** The time of the server, in ms since 1970. */
export const NOW = Date.parse('2026-11-21T09:00:00Z')

/** Our server as the phone sees it: works by their ids, and hashes of photos. */
export function createReconcilingServer() {
  const works = new Map<string, { hash: string; photos: readonly string[]; isSent: boolean }>()
  const photos = new Set<string>()
  const state = { works, photos, epoch: 'first', at: NOW, asked: [] as string[], erased: new Set() }
  const toResult = ({ id, photos: named }: ReconciledItem) => {
    const work = works.get(id)
    const missing_photos = named.filter((hash) => !photos.has(hash))
    if (!work) return { state: 'missing' as const, missing_photos }
    if (state.erased.has(id))
      return { state: 'erased' as const, hash: work.hash, missing_photos: [] }
    return { state: 'recorded' as const, hash: work.hash, missing_photos }
  }
  function answer(body: {
    items: readonly ReconciledItem[]
    wants_key?: boolean
  }): Omit<ReconciliationReply, 'private_key'> {
    for (const { id, photos: sent, is_sent } of body.items) {
      state.asked.push(id)
      const work = works.get(id)
      const isErased = state.erased.has(id)
      if (work && is_sent) works.set(id, { ...work, photos: isErased ? [] : sent, isSent: true })
    }
    const sent = [...works]
      .filter(([id, { isSent }]) => isSent && !state.erased.has(id))
      .map(([, work]) => work)
    const hashes = sent.flatMap((work) => [
      work.hash,
      ...work.photos.filter((hash) => photos.has(hash)),
    ])
    return {
      epoch: state.epoch,
      at: new Date(state.at).toISOString(),
      digest: hashes.reduce(addToDigest, EMPTY_DIGEST),
      results: body.items.map(toResult),
      photo_days: 14,
    }
  }
  return { ...state, state, answer }
}
