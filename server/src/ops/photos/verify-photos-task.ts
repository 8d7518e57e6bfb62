import * as v from 'valibot'
import { verifyPhotos } from '../../photos/verify-photos.ts'
import { defineTask } from '../connection/task.ts'

/** Compares every photo with its hash; the items are the missing and the damaged ones, and the progress. */
export const verifyPhotosTask = defineTask({
  name: 'verify-photos',
  input: v.object({}),
  item: v.union([
    v.object({
      hash: v.string(),
      state: v.picklist(['missing', 'damaged']),
      invoiceIds: v.array(v.string()),
    }),
    v.object({ photos: v.number(), of: v.number() }),
  ]),
  report: v.object({ checked: v.number(), missing: v.number(), damaged: v.number() }),
  run: ({ deps, onItem }) => verifyPhotos(deps, onItem),
})
