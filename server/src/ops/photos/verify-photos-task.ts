import * as v from 'valibot'
import { verifyPhotos } from '../../photos/verify-photos.ts'
import { defineTask } from '../connection/task.ts'

/** Compares every photo with its hash; the items are the missing and the damaged ones. */
export const verifyPhotosTask = defineTask({
  name: 'verify-photos',
  input: v.object({}),
  item: v.object({
    hash: v.string(),
    state: v.picklist(['missing', 'damaged']),
    invoiceIds: v.array(v.string()),
  }),
  report: v.object({ checked: v.number(), missing: v.number(), damaged: v.number() }),
  run: ({ deps, onItem }) => verifyPhotos(deps, onItem),
})
