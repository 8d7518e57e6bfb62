/** Files in the memory, which can be read at once: those of Node are read when the machine pleases. */

type Part = string | ArrayBuffer

export class MemoryBlob extends Blob {
  readonly #parts: readonly Part[]

  constructor(parts: readonly Part[] = []) {
    super([...parts])
    this.#parts = parts
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    const parts = this.#parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part) : new Uint8Array(part),
    )
    return Promise.resolve(Uint8Array.from(Buffer.concat(parts)).buffer)
  }
}

/** Its body can be read at once, if it is bytes. */
export class MemoryResponse extends Response {
  readonly #bytes: ArrayBuffer | undefined

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const isBytes = body instanceof ArrayBuffer
    super(isBytes ? null : body, init)
    this.#bytes = isBytes ? body : undefined
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes ? Promise.resolve(this.#bytes) : super.arrayBuffer()
  }
}

/** The one part of a FileReader that the app uses. */
export class MemoryReader {
  result = ''
  readonly error = null
  onload = () => {}

  readAsDataURL(blob: Pick<MemoryBlob, 'arrayBuffer'>): void {
    void blob.arrayBuffer().then((bytes) => {
      this.result = `data:;base64,${Buffer.from(bytes).toString('base64')}`
      this.onload()
    })
  }
}
