import { photoTypes } from '@veni/domain/photo'
import type { ObjectStore } from '../objects/objects.ts'
import type { PhotoKey, PhotoStore } from './photo-store.ts'

/** Stores photos as objects with their hash as name: `photos/abcd….jpg`. @param folder the first part of the names */
export function objectPhotoStore(objects: ObjectStore, folder: string): PhotoStore {
  const nameOf = ({ hash, type }: PhotoKey) => `${folder}/${hash}.${photoTypes[type][0]}`
  return {
    put: (key, bytes) => objects.put(nameOf(key), bytes),
    get: (key) => objects.get(nameOf(key)),
    size: (key) => objects.size(nameOf(key)),
    delete: async (key) => {
      const isThere = (await objects.size(nameOf(key))) !== undefined
      // Also without the object: another server may be storing it.
      await objects.delete(nameOf(key))
      return isThere
    },
  }
}
