/** The records that file-layer.c appends, one for each change of a file or a name and one for each sync. */
export type Change = { readonly logAt: number } & (
  | { readonly op: 'create' | 'mkdir'; readonly inode: bigint; readonly path: string }
  | {
      readonly op: 'symlink'
      readonly inode: bigint
      readonly path: string
      readonly target: string
    }
  | { readonly op: 'link' | 'rename'; readonly path: string; readonly to: string }
  | { readonly op: 'unlink'; readonly path: string }
  | (Range & { readonly op: 'write'; readonly data: Buffer; readonly isSynced: boolean })
  | (Range & { readonly op: 'allocate' })
  | { readonly op: 'truncate'; readonly inode: bigint; readonly size: number }
  /** `began` is the place in the log at which the call began. */
  | { readonly op: 'sync'; readonly inode: bigint; readonly began: number }
  | { readonly op: 'sync-all'; readonly began: number }
)

/** `at` and `length` are bytes. */
interface Range {
  readonly inode: bigint
  readonly at: number
  readonly length: number
}

const MAGIC = 0x31545543
const HEADER_BYTES = 40
/** In the order of `enum op`, which begins with 1. */
const OPS = [
  'create',
  'mkdir',
  'symlink',
  'link',
  'write',
  'truncate',
  'allocate',
  'rename',
  'unlink',
  'sync',
  'sync-all',
] as const

/**
 * The changes in a log, with paths relative to `root`. A record that is not complete at the end is omitted: its call had
 * not returned. Throws for anything else that is no record.
 */
export function* readChanges(log: Buffer, root: string): Generator<Change> {
  for (let logAt = 0; logAt + HEADER_BYTES <= log.length;) {
    if (log.readUInt32LE(logAt) !== MAGIC) throw new Error(`There is no record at ${logAt}.`)
    const firstAt = logAt + HEADER_BYTES
    const secondAt = firstAt + log.readUInt32LE(logAt + 32)
    const end = secondAt + log.readUInt32LE(logAt + 36)
    if (end > log.length) return
    const parts = { first: log.subarray(firstAt, secondAt), second: log.subarray(secondAt, end) }
    yield { logAt, ...parseRecord(log.subarray(logAt, firstAt), parts, root) } as Change
    logAt = end
  }
}

function parseRecord(
  header: Buffer,
  { first, second }: { first: Buffer; second: Buffer },
  root: string,
) {
  const op = OPS[header.readUInt32LE(4) - 1]
  const inode = header.readBigUInt64LE(8)
  const at = Number(header.readBigUInt64LE(16))
  const length = Number(header.readBigUInt64LE(24))
  const relative = (path: Buffer) => path.toString().slice(root.length + 1)
  switch (op) {
    case 'create':
    case 'mkdir':
      return { op, inode, path: relative(first) }
    case 'symlink':
      return { op, inode, path: relative(first), target: second.toString() }
    case 'link':
    case 'rename':
      return { op, path: relative(first), to: relative(second) }
    case 'unlink':
      return { op, path: relative(first) }
    case 'write':
      return { op, inode, at, length: first.length, data: first, isSynced: length === 1 }
    case 'truncate':
      return { op, inode, size: at }
    case 'allocate':
      return { op, inode, at, length }
    case 'sync':
      return { op, inode, began: at }
    case 'sync-all':
      return { op, began: at }
    default:
      throw new Error(`A record has the unknown operation ${header.readUInt32LE(4)}.`)
  }
}
