import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PhotoType } from '@veni/domain/photo'
import { AppError } from '../errors.ts'
import { FairTurns } from '../limits/fair-turns.ts'

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

export interface DecoderTask {
  readonly kind: 'type' | 'shown'
  readonly bytes: Uint8Array
}
export type DecoderAnswer = { readonly value: unknown } | { readonly failure: string }

export interface DecoderSettings {
  /** The program of the process; default: decode-photos.ts of this release. */
  readonly program?: string
  /** A photo within the limits takes about a second on a slow machine. */
  readonly limitMs?: number
  /** A process that had nothing to do for so long is ended, because it holds 60 MB. */
  readonly idleMs?: number
}

/** A phone sends one photo at a time, and a browser makes six calls at a time to show photos. */
const MOST_WAITING_PER_RUNNER = 10
const MOST_WAITING = 40
const RETRY_AFTER_SECONDS = 30

/**
 * Decodes in a process of its own, one photo at a time. A hostile photo can cost that process, and the next photo gets
 * a new one. The server and its memory are not touched.
 */
export function openPhotoDecoder({
  program = ownProgram(),
  limitMs = 15_000,
  idleMs = 60_000,
}: DecoderSettings = {}): PhotoDecoder {
  const decoder = new DecoderProcess({ program, limitMs, idleMs })
  const turns = new FairTurns({
    atOnce: 1,
    mostPerRunner: MOST_WAITING_PER_RUNNER,
    most: MOST_WAITING,
    refusal: unavailable,
  })

  const takeTurn = (runnerId: number, task: DecoderTask) =>
    turns.take(runnerId, () => decoder.run(task))

  return {
    detectType: async (runnerId, bytes) =>
      (await takeTurn(runnerId, { kind: 'type', bytes })) as PhotoType | undefined,
    encodeShown: async (runnerId, bytes) =>
      (await takeTurn(runnerId, { kind: 'shown', bytes })) as Uint8Array,
    close: () => decoder.end(),
  }
}

/** Starts with a task, and ends after a failure or when there is nothing to do. */
class DecoderProcess {
  readonly #settings: Required<DecoderSettings>
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(settings: Required<DecoderSettings>) {
    this.#settings = settings
  }

  async run(task: DecoderTask): Promise<unknown> {
    const { limitMs, idleMs } = this.#settings
    clearTimeout(this.#idle)
    this.#child ??= this.#start()
    try {
      const answer = await runTask(this.#child, task, limitMs)
      if ('failure' in answer) throw new Error(`A photo cannot be encoded: ${answer.failure}`)
      return answer.value
    } catch (error) {
      if (error instanceof AppError) this.end()
      throw error
    } finally {
      this.#idle = setTimeout(() => this.end(), idleMs).unref()
    }
  }

  /** SIGKILL ends also a decoder that does not return. */
  end(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #start(): ChildProcess {
    const child = startProcess(this.#settings.program)
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    return child
  }
}

/** The sources and the bundle have the program beside this module, with the same file ending. */
function ownProgram(): string {
  return fileURLToPath(new URL(`decode-photos${extname(import.meta.url)}`, import.meta.url))
}

function startProcess(program: string): ChildProcess {
  const child = fork(program, {
    // The default, JSON, would turn bytes into text.
    serialization: 'advanced',
    // The process has nothing of the server: no secret in its environment, no port.
    env: {},
    execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // A failure to start shows as the end of the process.
  child.on('error', () => undefined)
  // A waiting decoder must not hold up the end of the server. It ends when the server is gone.
  child.unref()
  child.channel?.unref()
  return child
}

/** Throws `unavailable` when the process ends, cannot be reached, or needs too long. */
async function runTask(
  child: ChildProcess,
  task: DecoderTask,
  limitMs: number,
): Promise<DecoderAnswer> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  child.channel?.ref()
  try {
    const options = { signal: limit.signal }
    const ended = once(child, 'exit', options).then(() => {
      throw unavailable()
    })
    const answered = once(child, 'message', options)
    child.send(task, (error) => error && limit.abort())
    const [answer] = (await Promise.race([answered, ended])) as [DecoderAnswer]
    return answer
  } catch (error) {
    throw limit.signal.aborted ? unavailable() : error
  } finally {
    clearTimeout(timer)
    // Removes the listeners of what did not happen.
    limit.abort()
    child.channel?.unref()
  }
}

function unavailable(): AppError {
  const message = 'The photo cannot be checked at the moment. Please try again.'
  return new AppError('unavailable', message, undefined, RETRY_AFTER_SECONDS)
}
