/** Bytes by name, in a store that all servers share. A name has letters, digits, `/`, `-` and `.`. */
export interface ObjectStore {
  /** Resolves when the store has the bytes for good. A repeat replaces them. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined when the store has no such object */
  get(name: string): Promise<Uint8Array | undefined>
  /** @returns the number of bytes, without reading them; undefined when the store has no such object */
  size(name: string): Promise<number | undefined>
  /** A missing object is no error. */
  delete(name: string): Promise<void>
}
