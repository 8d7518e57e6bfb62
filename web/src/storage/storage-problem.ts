import { createValueStore } from '../lib/value-store.ts'

/**
 * Chromium reports `DataError: Failed to write blobs` for a value that found no space on the disk. A value whose file is
 * gone fails with the same name. Free space does not help then, and the copies that would be deleted for it may be the
 * only ones.
 */
export const isFull = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'QuotaExceededError' ||
    (error.name === 'DataError' && error.message.includes('write')))

/** Runs it once more after free space was made, if the phone is full. */
export async function onFullAgain<T>(
  run: () => Promise<T>,
  makeFreeSpace: () => Promise<void>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isFull(error)) throw error
    await makeFreeSpace()
    return run()
  }
}

/** Why the phone cannot store what is being done. The screens of a deal show it before something is lost. */
export const storageProblem = createValueStore<'full' | 'broken' | undefined>(undefined)

/** Photos that neither this phone nor their host has any more. Sending again cannot help: somebody must look at them. */
export class LostPhoto extends Error {
  readonly kind = 'photo-lost'
  override readonly name = 'LostPhoto'

  constructor(
    message = '',
    readonly photoIds: readonly string[] = [],
  ) {
    super(message)
  }
}

/** What the phone itself cannot send. */
export type PhoneFailure = LostPhoto | UnreadableRow

/** A row that this phone cannot read, such as a photo whose file is missing. Its work is tried again later. */
export class UnreadableRow extends Error {
  readonly kind = 'phone'
  override readonly name = 'UnreadableRow'
  /** The photo whose row is there and cannot be read, for whatever reason. */
  readonly photoId: string | undefined

  constructor(message = '', { photoId, ...options }: ErrorOptions & { photoId?: string } = {}) {
    super(message, options)
    this.photoId = photoId
  }
}
