import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { serverRoot } from '../../src/config/folders.ts'
import { bundledServer } from './bundle-server.ts'

export type Ended = { code: number | null; stdout: string; stderr: string }

/**
 * Compiles the embedded database once, without the optimiser of WebAssembly: a start needs a third less processor time.
 * Each call needs more, so no test of speed may start its server here.
 */
const QUICK_START = '--liftoff-only'

/** The real server, bundled as in the build, in its own process. */
export class ServerProcess {
  readonly ended: Promise<Ended>
  #child: ChildProcess
  #stdout = ''
  #stderr = ''

  /**
   * @param wrapper the words of a program that starts the server
   * @param program the server of another release
   */
  constructor(
    env: NodeJS.ProcessEnv,
    wrapper: readonly string[] = [],
    program: string = bundledServer,
  ) {
    const [command, ...args] = [...wrapper, process.execPath, QUICK_START, program]
    this.#child = spawn(command, args, {
      cwd: serverRoot,
      env: { ...process.env, PORT: '0', SAMPLE_DATA: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout?.on('data', (chunk) => (this.#stdout += String(chunk)))
    this.#child.stderr?.on('data', (chunk) => (this.#stderr += String(chunk)))
    this.ended = once(this.#child, 'close').then(([code]: (number | null)[]) => ({
      code: code ?? null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Everything that the server has printed. */
  get output(): string {
    return this.#stdout + this.#stderr
  }

  get greeting(): string {
    return this.#stdout
  }

  /** The address that the server prints when it is ready. */
  async address(): Promise<string> {
    return (await this.printed(/http:\/\/\S+/))[0]
  }

  /** The first match in what the server prints, now or later. Throws when the server ends without it. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#stdout)
      if (match) return match
      const output = this.#child.stdout && once(this.#child.stdout, 'data')
      const ended = await Promise.race([output, this.ended])
      if (ended && 'code' in ended) throw new Error(`The server ended: ${ended.stderr}`)
    }
  }

  kill(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal)
    return this.ended
  }
}
