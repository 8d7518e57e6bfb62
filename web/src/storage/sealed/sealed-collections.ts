import { collections } from '../collections.ts'

export type SealedCollection = 'photos' | 'deals' | 'outbox'

/**
 * In the order in which rows come back: an entry after its photos and its deal. They are sealed in the opposite order.
 */
export const sealedCollections = Object.entries(collections)
  .filter(([, collection]) => 'isSealed' in collection)
  .map(([name]) => name as SealedCollection)
