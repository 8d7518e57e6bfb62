/** Whether the phone has free space for a deal: checked before the weighing, not at its end. */
import { reportProblem } from '../lib/report.ts'
import { storage } from './phone-storage.ts'
import { isFull, storageProblem } from './storage-problem.ts'

/** Two photos of at most 5 MB, and 2 MB for a record, the cart and the browser's own log. */
const SPACE_FOR_A_DEAL_MB = 12
const MB = 1024 * 1024

interface FreeSpaceDeps {
  readonly storage: Pick<typeof storage, 'write' | 'makeFreeSpace'>
  /** Missing on plain http. */
  readonly browserStorage: () => StorageManager | undefined
}

export const { checkFreeSpace } = createFreeSpace({
  storage,
  browserStorage: () => navigator.storage as StorageManager | undefined,
})

export function createFreeSpace({
  storage: { write, makeFreeSpace },
  browserStorage,
}: FreeSpaceDeps) {
  let isTried = false

  /**
   * A browser that reports too little is believed. Chromium reports a constant on every phone, so that no page can
   * recognise its visitors by their disks: then the space is tried, once per start.
   */
  async function hasFreeSpace(): Promise<boolean> {
    const { quota = Infinity, usage = 0 } = (await browserStorage()?.estimate?.()) ?? {}
    if (quota - usage < SPACE_FOR_A_DEAL_MB * MB) return false
    isTried ||= await tryToWrite(write)
    return isTried
  }

  /** Sets `storageProblem` when a deal may not fit. Evictable rows are deleted before that. */
  const checkFreeSpace = async (): Promise<void> => {
    try {
      if (await hasFreeSpace()) {
        if (storageProblem.get() === 'full') storageProblem.set(undefined)
        return
      }
      await makeFreeSpace()
      // The reserve was evicted, too: with enough free space it is written again.
      isTried = false
      storageProblem.set((await hasFreeSpace()) ? undefined : 'full')
    } catch (error) {
      reportProblem('The free space of this phone is not known', error)
      storageProblem.set(isFull(error) ? 'full' : 'broken')
    }
  }

  return { checkFreeSpace }
}

async function tryToWrite(write: FreeSpaceDeps['storage']['write']): Promise<boolean> {
  // The same bytes each time: random bytes are slow on a cheap phone, and no disk looks for what it has already.
  const row = incompressibleBytes()
  let isReserved = false
  try {
    for (const piece of PIECES) await write([{ ...piece, row }])
    isReserved = true
    return true
  } catch (error) {
    if (isFull(error)) return false
    throw error
  } finally {
    const over = isReserved ? PIECES.slice(RESERVED_PIECES) : PIECES
    await write(over.map((piece) => ({ ...piece, row: undefined })))
  }
}

/** Writing a whole megabyte at once takes 12 ms on a fast machine, and more than a tap may on a cheap phone. */
const PIECE_BYTES = MB / 4
/** One megabyte stays as a reserve, and is evicted for the first work that finds no space. */
const RESERVED_PIECES = MB / PIECE_BYTES

const PIECES = Array.from(
  { length: (SPACE_FOR_A_DEAL_MB * MB) / PIECE_BYTES },
  (_, at) => ({ collection: 'reserve', key: `room ${at}` }) as const,
)

/** Bytes that no browser can compress: zeros fit on a full disk. */
function incompressibleBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PIECE_BYTES)
  const AT_ONCE = 65_536
  for (let at = 0; at < PIECE_BYTES; at += AT_ONCE)
    crypto.getRandomValues(bytes.subarray(at, at + AT_ONCE))
  return bytes
}
