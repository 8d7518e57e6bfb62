import type { Log } from '../log.ts'
import { measureFreeBytes } from './free-space.ts'
import { hasReserve, RESERVE_BYTES, writeReserve } from './reserve.ts'

export interface DiskSpace {
  /**
   * Whether there is too little space to store anything, also when it cannot be measured. Measured at most once a second.
   * Never rejects.
   */
  isLow(): Promise<boolean>
}

export const unlimitedSpace: DiskSpace = { isLow: async () => false }

export interface DiskSpaceOptions {
  readonly dataDir: string
  /** Below this nothing is stored. */
  readonly leastBytes: number
  readonly log: Log
}

const MEASURE_EVERY_MS = 1_000
const WATCH_EVERY_MS = 5_000

/** Measures the free space of the data folder, and logs once when it becomes too little and once when it is enough. */
export class DataFolderSpace implements DiskSpace {
  readonly #options: DiskSpaceOptions
  #last: { isLow: Promise<boolean>; endedAt: number } | undefined
  #wasLow = false
  #wasMeasured = true
  #hasOwnReserve = false

  constructor(options: DiskSpaceOptions) {
    this.#options = options
  }

  isLow(): Promise<boolean> {
    if (this.#last && performance.now() - this.#last.endedAt < MEASURE_EVERY_MS)
      return this.#last.isLow
    const isLow = this.#measureOrReport().finally(() => (last.endedAt = performance.now()))
    // Until it has ended, every caller waits for the same measurement.
    const last = { isLow, endedAt: Infinity }
    this.#last = last
    return isLow
  }

  /**
   * Starts to measure regularly, and writes the reserve of the embedded database as soon as there is space for it.
   * @returns a function that ends this
   */
  watch({ withReserve }: { withReserve: boolean }): () => void {
    this.#hasOwnReserve = withReserve
    const look = () => void this.isLow()
    look()
    const timer = setInterval(look, WATCH_EVERY_MS)
    timer.unref()
    return () => clearInterval(timer)
  }

  /** The data folder may be gone, with its disk. That must not fail the calls that only read. */
  async #measureOrReport(): Promise<boolean> {
    try {
      const isLow = await this.#measure()
      this.#wasMeasured = true
      return isLow
    } catch (error) {
      if (this.#wasMeasured) this.#options.log.error('The free space cannot be measured', error)
      this.#wasMeasured = false
      return true
    }
  }

  async #measure(): Promise<boolean> {
    const { dataDir, leastBytes } = this.#options
    const free = await measureFreeBytes(dataDir)
    const lacksReserve = this.#hasOwnReserve && !hasReserve(dataDir)
    // The database may be opening in the space of its reserve, which must not be taken from it again.
    const needed = lacksReserve ? Math.max(leastBytes, RESERVE_BYTES) + RESERVE_BYTES : leastBytes
    const isLow = free < needed || (lacksReserve && !(await this.#writeReserve()))
    this.#report(isLow, free, needed)
    return isLow
  }

  /** @returns false when there was no space for it after all */
  async #writeReserve(): Promise<boolean> {
    try {
      await writeReserve(this.#options.dataDir)
      return true
    } catch (error) {
      this.#options.log.error('The reserve was not written', error)
      return false
    }
  }

  #report(isLow: boolean, free: number, needed: number): void {
    if (isLow === this.#wasLow) return
    this.#wasLow = isLow
    const { dataDir, log } = this.#options
    log.info(
      isLow
        ? `The disk of ${dataDir} has ${toMb(free)} MB free and needs ${toMb(needed)} MB: reads go on, writes wait until there is space.`
        : `The disk of ${dataDir} has ${toMb(free)} MB free: writes go on.`,
    )
  }
}

const toMb = (bytes: number) => Math.floor(bytes / (1024 * 1024))
