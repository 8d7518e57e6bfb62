/** Whether the phone has room for a deal, asked before the weighing rather than found out at its end. */
import { reportProblem } from '../lib/report.ts'
import { isFull, makeRoom, writePhone } from './write-phone.ts'
import { phoneTrouble } from './phone-trouble.ts'

/** Two photos of at most 5 MB, and as much again as one record, the cart and the browser's own log can come to. */
const ROOM_FOR_A_DEAL_MB = 12
const MB = 1024 * 1024

/** Says in {@link phoneTrouble} whether a deal may not fit; what is kept only for reading has given way by then. */
export async function checkRoom(): Promise<void> {
  try {
    if (await hasRoom()) {
      if (phoneTrouble.get() === 'full') phoneTrouble.set(undefined)
      return
    }
    await makeRoom()
    // The reserve went with them: where there is room again, so is it.
    hadRoom = false
    phoneTrouble.set((await hasRoom()) ? undefined : 'full')
  } catch (error) {
    reportProblem('The room on this phone is not known', error)
    phoneTrouble.set(isFull(error) ? 'full' : 'broken')
  }
}

let hadRoom = false

/**
 * A browser that says there is too little is believed. That there is enough it may say of any phone: Chromium answers
 * with a constant, so that no page knows its visitors by their disks. Then it is tried, once per start.
 */
async function hasRoom(): Promise<boolean> {
  const { quota = Infinity, usage = 0 } = (await storage()?.estimate?.()) ?? {}
  if (quota - usage < ROOM_FOR_A_DEAL_MB * MB) return false
  hadRoom ||= await tryToWrite()
  return hadRoom
}

/**
 * Beside the answers, which may be lost: a phone that dies in between has nothing in the way of its work. The first piece
 * stays as a reserve and gives way with them, to whatever work first finds no room.
 */
const trial = Array.from(
  { length: ROOM_FOR_A_DEAL_MB },
  (_, at) => ({ store: 'snapshots', key: `room ${at}` }) as const,
)

async function tryToWrite(): Promise<boolean> {
  // The same each time: random bytes are dear on a cheap phone, and no disk looks for what it has already.
  const value = noise()
  let isReserved = false
  try {
    for (const piece of trial) await writePhone([{ ...piece, value }])
    isReserved = true
    return true
  } catch (error) {
    if (isFull(error)) return false
    throw error
  } finally {
    const over = isReserved ? trial.slice(1) : trial
    await writePhone(over.map((piece) => ({ ...piece, value: undefined })))
  }
}

/** A megabyte that no browser can compress: zeros fit on a full disk. */
function noise(): Uint8Array {
  const bytes = new Uint8Array(MB)
  const AT_ONCE = 65_536
  for (let at = 0; at < MB; at += AT_ONCE) crypto.getRandomValues(bytes.subarray(at, at + AT_ONCE))
  return bytes
}

let isAsked = false

/**
 * Asks the browser not to clear this app's storage when the phone runs short; once per start, at its first saved visit:
 * by then somebody works with the app, and most browsers say yes without a question.
 */
export function askToPersist(): void {
  if (isAsked) return
  isAsked = true
  storage()
    ?.persist?.()
    .catch((error: unknown) => reportProblem('Storage is not persistent', error))
}

/** Missing on plain http, whatever the types say. */
const storage = () => navigator.storage as StorageManager | undefined
