/** The clock, random numbers and hashes that the app takes from the browser. The simulation provides its own. */
export interface Environment {
  /** ms since 1970. */
  readonly now: () => number
  readonly randomBytes: (count: number) => Uint8Array
  /** Undefined in a browser without SHA-256 (plain http away from localhost). */
  readonly sha256: ((bytes: ArrayBuffer) => Promise<ArrayBuffer>) | undefined
  /** Undefined in a browser that cannot compress. */
  readonly gzip: ((text: string) => Promise<ArrayBuffer>) | undefined
}

const browser: Environment = {
  now: () => Date.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  get sha256() {
    const { subtle } = crypto as Partial<Crypto>
    return subtle && ((bytes: ArrayBuffer) => subtle.digest('SHA-256', bytes))
  },
  get gzip() {
    return 'CompressionStream' in globalThis ? compress : undefined
  },
}

let current = browser

export const environment = (): Environment => current

/** Replaces the browser's parts. @returns a function that restores them */
export function provideEnvironment(provided: Environment): () => void {
  current = provided
  return () => {
    current = browser
  }
}

function compress(text: string): Promise<ArrayBuffer> {
  const plain = new Response(text).body as ReadableStream<BufferSource>
  return new Response(plain.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}
