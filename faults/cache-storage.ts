/** The Cache Storage of a phone: the same for its pages and its service worker. It has the second copies. */
import type { VirtualClock } from './clock.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { CopyFault } from './faults.ts'
import { between, type Random } from './random.ts'
import { currentTab, kill, resume } from './tab.ts'

export interface CachesDeps {
  readonly clock: VirtualClock
  readonly random: Random
  readonly plan: FaultPlan
  readonly trace: (...parts: unknown[]) => void
}

/** The bodies of a cache, by the path of their request. */
export type CacheFiles = Map<string, ArrayBuffer>

/** The part of a browser's Cache Storage that the app uses. */
export class PhoneCaches {
  readonly #deps: CachesDeps
  readonly #all = new Map<string, CacheFiles>()

  constructor(deps: CachesDeps) {
    this.#deps = deps
  }

  /** What is on the disk, for those who look from outside or damage it. */
  filesOf(name: string): CacheFiles {
    const files = this.#all.get(name) ?? new Map<string, ArrayBuffer>()
    this.#all.set(name, files)
    return files
  }

  /** At once, as the browser does when it deletes everything of the app. */
  clear(): void {
    this.#all.clear()
  }

  has(name: string): Promise<boolean> {
    return Promise.resolve(this.#all.has(name))
  }

  open(name: string): Promise<PhoneCache> {
    return Promise.resolve(new PhoneCache(this.filesOf(name), this.#deps))
  }

  /** At once: the connections of all tabs wait for it in real time. */
  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.#all.delete(name))
  }
}

class PhoneCache {
  readonly #files: CacheFiles
  readonly #deps: CachesDeps

  constructor(files: CacheFiles, deps: CachesDeps) {
    this.#files = files
    this.#deps = deps
  }

  match(path: string): Promise<Pick<Response, 'arrayBuffer'> | undefined> {
    const body = this.#files.get(path)
    return Promise.resolve(body && { arrayBuffer: () => Promise.resolve(body.slice(0)) })
  }

  async put(path: string, response: Response): Promise<void> {
    const body = await response.arrayBuffer()
    const run = () => void this.#files.set(path, body)
    await write(path, this.#deps, { run, needsSpace: true })
  }

  delete(path: string): Promise<boolean> {
    return write(path, this.#deps, { run: () => this.#files.delete(path), needsSpace: false })
  }

  keys(): Promise<readonly { readonly url: string }[]> {
    return Promise.resolve([...this.#files.keys()].map((path) => ({ url: `https://app${path}` })))
  }
}

/** Each write is an await: it may be slow, be refused, or be cut off by the death of its page, before or after it. */
async function write<T>(
  what: string,
  { clock, random, plan, trace }: CachesDeps,
  { run, needsSpace }: { readonly run: () => T; readonly needsSpace: boolean },
): Promise<T> {
  const tab = currentTab()
  // Outside the pages nothing fails.
  if (!tab) return run()
  const fault: CopyFault | undefined = tab.isAlive ? plan.atCopy(needsSpace) : undefined
  if (fault) trace(tab.name, fault, what)
  if (fault === 'killed before a copy') kill(tab)
  const delayMs = fault === 'slow copy' ? between(random, 500, 8_000) : 1
  await new Promise<void>((resolve) => void clock.after(delayMs, resolve))
  // The page that would receive the result is closed.
  if (!tab.isAlive) return new Promise(() => {})
  if (fault === 'no space for a copy')
    throw new DOMException('The disk is full', 'QuotaExceededError')
  const result = run()
  if (fault === 'killed after a copy') kill(tab)
  if (!tab.isAlive) return new Promise(() => {})
  // A page that is frozen gets the result later.
  if (tab.isFrozen) await new Promise<void>((resolve) => resume(tab, resolve))
  return result
}
