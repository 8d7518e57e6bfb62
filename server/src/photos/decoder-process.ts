import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'

export interface DecoderTask {
  readonly kind: 'type' | 'shown'
  readonly bytes: Uint8Array
}
export type DecoderAnswer = {
  /** How long the processor worked for the task. */
  readonly cpuMs: number
} & ({ readonly value: unknown } | { readonly failure: string })

export interface DecoderSettings {
  /** The program of the process; default: decode-photos.ts of this release. */
  readonly program?: string
  /** A photo within the limits takes about a second on a slow machine. */
  readonly limitMs?: number
  /** A process that had nothing to do for so long is ended, because it holds 60 MB. */
  readonly idleMs?: number
}

const RETRY_AFTER_S = 30

/**
 * Decodes one photo at a time in a process of its own. A hostile photo can cost that process, and the next photo gets a
 * new one. The server and its memory are not touched.
 */
export class DecoderProcess {
  readonly #settings: Required<DecoderSettings>
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor({ program = ownProgram(), limitMs = 15_000, idleMs = 60_000 }: DecoderSettings = {}) {
    this.#settings = { program, limitMs, idleMs }
  }

  /**
   * Starts the process for a task. It ends after a failure, or when there is nothing to do. The caller waits for one task
   * before the next. Throws `unavailable` when the process cannot be started, ends, or takes too long.
   * @param noteCpu gets how long the processor worked, in ms: all the time when the process did not answer
   */
  async run(task: DecoderTask, noteCpu: (ms: number) => void): Promise<unknown> {
    const { limitMs, idleMs } = this.#settings
    clearTimeout(this.#idle)
    this.#child ??= this.#start()
    const start = performance.now()
    try {
      const answer = await runTask(this.#child, task, limitMs)
      noteCpu(answer.cpuMs)
      if ('failure' in answer) throw new Error(`A photo cannot be encoded: ${answer.failure}`)
      return answer.value
    } catch (error) {
      if (error instanceof AppError) {
        this.end()
        noteCpu(performance.now() - start)
      }
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

/** Throws `unavailable` when the machine has no process or file left for it. */
function startProcess(program: string): ChildProcess {
  const child = fork(program, {
    // The default, JSON, would turn bytes into text.
    serialization: 'advanced',
    // The process has nothing of the server: no secret in its environment, no port.
    env: {},
    execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Node.js also reports the failure here.
  child.on('error', () => undefined)
  // No process was started: the machine has no more of them, or this one has too many open files.
  if (child.pid === undefined) throw decoderUnavailable()
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
      throw decoderUnavailable()
    })
    const answered = once(child, 'message', options)
    child.send(task, (error) => error && limit.abort())
    const [answer] = (await Promise.race([answered, ended])) as [DecoderAnswer]
    return answer
  } catch (error) {
    throw limit.signal.aborted ? decoderUnavailable() : error
  } finally {
    clearTimeout(timer)
    // Removes the listeners of what did not happen.
    limit.abort()
    child.channel?.unref()
  }
}

/** What a phone gets whose photo cannot be decoded now. */
export function decoderUnavailable(retryAfterS = RETRY_AFTER_S): AppError {
  const message = 'The photo cannot be checked at the moment. Please try again.'
  return new AppError('unavailable', message, undefined, retryAfterS)
}
