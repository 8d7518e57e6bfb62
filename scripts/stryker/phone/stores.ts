/** The parts of a browser in which the app stores its work, in the memory of Node. They do what the tests need. */
import { IDBFactory } from 'fake-indexeddb'

interface CachedFile {
  readonly body: ArrayBuffer
  readonly status: number
  readonly headers: Headers
}

/** An address without a host is one of the app. */
const addressOf = (request: string | Pick<Request, 'url'>) =>
  new URL(typeof request === 'string' ? request : request.url, 'http://localhost/').href

export class MemoryCache {
  readonly #files = new Map<string, CachedFile>()

  match(request: string): Promise<Response | undefined> {
    const file = this.#files.get(addressOf(request))
    return Promise.resolve(file && new Response(file.body.slice(0), file))
  }

  async put(request: string, response: Response): Promise<void> {
    const { status, headers } = response
    this.#files.set(addressOf(request), { body: await response.arrayBuffer(), status, headers })
  }

  delete(request: string): Promise<boolean> {
    return Promise.resolve(this.#files.delete(addressOf(request)))
  }

  keys(): Promise<readonly { readonly url: string }[]> {
    return Promise.resolve([...this.#files.keys()].map((url) => ({ url })))
  }
}

export class MemoryCaches {
  readonly #all = new Map<string, MemoryCache>()

  open(name: string): Promise<MemoryCache> {
    const cache = this.#all.get(name) ?? new MemoryCache()
    this.#all.set(name, cache)
    return Promise.resolve(cache)
  }

  has(name: string): Promise<boolean> {
    return Promise.resolve(this.#all.has(name))
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#all.keys()])
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.#all.delete(name))
  }
}

const newBucket = () => ({
  indexedDB: new IDBFactory(),
  caches: new MemoryCaches(),
  persist: () => Promise.resolve(true),
})

/** The Storage Buckets API of Chromium. */
export class MemoryBuckets {
  readonly #all = new Map<string, ReturnType<typeof newBucket>>()

  open(name: string): Promise<ReturnType<typeof newBucket>> {
    const bucket = this.#all.get(name) ?? newBucket()
    this.#all.set(name, bucket)
    return Promise.resolve(bucket)
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#all.keys()])
  }

  delete(name: string): Promise<void> {
    this.#all.delete(name)
    return Promise.resolve()
  }
}

export class TextStorage {
  readonly #values = new Map<string, string>()

  get length(): number {
    return this.#values.size
  }

  clear(): void {
    this.#values.clear()
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }

  key(at: number): string | null {
    return [...this.#values.keys()][at] ?? null
  }

  removeItem(key: string): void {
    this.#values.delete(key)
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value)
  }
}
