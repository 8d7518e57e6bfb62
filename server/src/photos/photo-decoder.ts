import type { PhotoType } from '@veni/domain/photo'
import { FairTurns } from '../limits/fair-turns.ts'
import {
  DecoderProcess,
  type DecoderSettings,
  type DecoderTask,
  decoderUnavailable,
} from './decoder-process.ts'

/**
 * Decodes the bytes that a runner sends. Throws `unavailable` when too many photos wait or when one takes too long. The
 * runners' photos have their turns one after the other.
 */
export type PhotoDecoder = {
  /** @returns undefined for bytes that are not a whole photo of an allowed type and size */
  detectType(runnerId: number, bytes: Uint8Array): Promise<PhotoType | undefined>
  /** @returns a JPEG without metadata. Throws for bytes that `detectType` refuses */
  encodeShown(runnerId: number, bytes: Uint8Array): Promise<Uint8Array>
  /** Ends the process at once. A running task fails. */
  close(): void
}

/** A phone sends one photo at a time, and a browser makes six calls at a time to show photos. */
const MOST_WAITING_PER_RUNNER = 10
const MOST_WAITING = 40

/** A photo within the limits takes about a second of a slow processor. Only a hostile one takes so long. */
const SLOW_CPU_MS = 5_000
/** After a slow photo its runner waits for so many times as long. The decoder has this time for the others. */
const PAUSE_PER_MS = 10

/** Decodes in a process of its own. */
export function openPhotoDecoder(settings?: DecoderSettings): PhotoDecoder {
  return decodeInTurn(new DecoderProcess(settings))
}

/** @param worker has one photo at a time; the others wait in a bounded queue */
export function decodeInTurn(worker: Pick<DecoderProcess, 'run' | 'end'>): PhotoDecoder {
  const turns = new FairTurns({
    atOnce: 1,
    mostPerRunner: MOST_WAITING_PER_RUNNER,
    most: MOST_WAITING,
    refusal: decoderUnavailable,
  })
  const pauses = new Pauses()
  const takeTurn = (runnerId: number, task: DecoderTask) =>
    turns.take(runnerId, () => {
      pauses.check(runnerId)
      return worker.run(task, (cpuMs) => pauses.note(runnerId, cpuMs))
    })

  return {
    detectType: async (runnerId, bytes) =>
      (await takeTurn(runnerId, { kind: 'type', bytes })) as PhotoType | undefined,
    encodeShown: async (runnerId, bytes) =>
      (await takeTurn(runnerId, { kind: 'shown', bytes })) as Uint8Array,
    close: () => worker.end(),
  }
}

/** The runners who must wait because a photo of theirs kept the decoder busy. */
class Pauses {
  /** When each pause ends, by runner. */
  readonly #ends = new Map<number, number>()

  /** Throws `unavailable` during the pause of the runner. */
  check(runnerId: number): void {
    const left = (this.#ends.get(runnerId) ?? 0) - performance.now()
    if (left > 0) throw decoderUnavailable(Math.ceil(left / 1_000))
    this.#ends.delete(runnerId)
  }

  note(runnerId: number, cpuMs: number): void {
    if (cpuMs >= SLOW_CPU_MS) this.#ends.set(runnerId, performance.now() + cpuMs * PAUSE_PER_MS)
  }
}
