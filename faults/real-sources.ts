/**
 * Replaces the date and the random numbers of this process and the timers of the pages while a shift runs. App and
 * server receive most of theirs as parameters; the libraries do not, and the embedded database takes its time from here.
 */
import type { VirtualClock } from './clock.ts'
import { bytesFrom, type Random } from './random.ts'
import { currentParts, currentTab, resume } from './tab.ts'
import { createSubtle } from './web-crypto.ts'

const RealDate = Date

/**
 * @param randomOf each actor, by its name
 * @returns a function that restores the real ones
 */
export function replaceRealSources(
  clock: VirtualClock,
  randomOf: (actor: string) => Random,
): () => void {
  const random = randomOf('libraries')
  const findRandom = () => {
    const tab = currentTab()
    return tab ? randomOf(`libraries of ${tab.name}`) : random
  }
  const restores = [
    replace(
      globalThis,
      'Date',
      virtualDate(() => currentParts()?.provided?.now() ?? clock.now()),
    ),
    ...replaceTimers(clock),
    replace(AbortSignal, 'timeout', (ms: number) => timeoutIn(clock, ms)),
    replace(Math, 'random', () => findRandom()()),
    ...replaceCrypto(findRandom),
  ]
  return () => restores.forEach((restore) => restore())
}

const replaceCrypto = (findRandom: () => Random) => [
  replace(crypto, 'getRandomValues', fillFrom(findRandom)),
  replace(crypto, 'randomUUID', () => uuidFrom(findRandom())),
  replace(
    crypto,
    'subtle',
    createSubtle((count) => bytesFrom(findRandom(), count)),
  ),
]

function timeoutIn(clock: VirtualClock, ms: number): AbortSignal {
  const controller = new AbortController()
  const tab = currentTab()
  const abort = () => controller.abort(new DOMException('Timed out', 'TimeoutError'))
  clock.after(ms, () => (tab ? resume(tab, abort) : abort()))
  return controller.signal
}

function virtualDate(now: () => number) {
  return class VirtualDate extends RealDate {
    // The rest has the type of the arguments of a real date.
    constructor(...given: ConstructorParameters<typeof RealDate> | []) {
      super(...((given.length === 0 ? [now()] : given) as ConstructorParameters<typeof RealDate>))
    }
    static override now = now
    /** A date from before the shift is a date, too. */
    static override [Symbol.hasInstance](value: unknown) {
      return value instanceof RealDate
    }
  }
}

/** A timer of a page, which runs in virtual time and not after the page was closed. */
class PageTimer {
  readonly cancel: () => void
  constructor(cancel: () => void) {
    this.cancel = cancel
  }
}

/** The server's timers stay: each of its answers waits for them in real time. */
function replaceTimers(clock: VirtualClock) {
  const { setTimeout: setReal, clearTimeout: clearReal } = globalThis
  const set = (run: () => void, ms = 0) => {
    const tab = currentTab()
    if (!tab) return setReal(run, ms)
    return new PageTimer(clock.after(ms, () => resume(tab, run)))
  }
  const clear = (timer: Parameters<typeof clearReal>[0] | PageTimer) =>
    timer instanceof PageTimer ? timer.cancel() : clearReal(timer)
  return [replace(globalThis, 'setTimeout', set), replace(globalThis, 'clearTimeout', clear)]
}

const fillFrom =
  (findRandom: () => Random) =>
  <TArray extends ArrayBufferView>(array: TArray): TArray => {
    const { buffer, byteOffset, byteLength } = array
    new Uint8Array(buffer, byteOffset, byteLength).set(bytesFrom(findRandom(), byteLength))
    return array
  }

function replace(owner: object, name: string, value: unknown): () => void {
  const real = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  return () => {
    if (real) Object.defineProperty(owner, name, real)
    else Reflect.deleteProperty(owner, name)
  }
}

/** A random UUID of version 4. */
export function uuidFrom(random: Random): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  digits[12] = '4'
  digits[16] = '8'
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
