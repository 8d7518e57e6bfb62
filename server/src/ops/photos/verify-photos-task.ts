import { join } from 'node:path'
import * as v from 'valibot'
import { requireSomePhoto, verifyPhotos } from '../../photos/verify-photos.ts'
import { defineTask } from '../connection/task.ts'

/** Compares every photo with its hash; the items are the missing and the damaged ones, and the progress. */
export const verifyPhotosTask = defineTask({
  name: 'verify-photos',
  /** `allLost`: the operator says that it is the right store even when it has no photo. */
  input: v.object({ allLost: v.boolean() }),
  item: v.union([
    v.object({
      hash: v.string(),
      state: v.picklist(['missing', 'damaged']),
      invoiceIds: v.array(v.string()),
    }),
    v.object({ photos: v.number(), of: v.number() }),
  ]),
  report: v.object({ checked: v.number(), missing: v.number(), damaged: v.number() }),
  async run({ deps, input, onItem }) {
    const { s3, dataDir } = deps.config
    if (!input.allLost) await requireSomePhoto(deps, s3?.url ?? join(dataDir, 'photos'))
    return verifyPhotos(deps, onItem)
  },
})
