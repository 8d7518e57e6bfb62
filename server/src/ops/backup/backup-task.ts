import * as v from 'valibot'
import { makeBackup } from '../../backup/make-backup.ts'
import { defineTask } from '../connection/task.ts'

/** The items are the progress; the report has what the backup contains. */
export const backupTask = defineTask({
  name: 'backup',
  input: v.object({
    /** An absolute path on the machine of the server. */
    folder: v.string(),
  }),
  item: v.union([
    v.object({ table: v.string(), rows: v.number() }),
    v.object({ photos: v.number(), of: v.number() }),
  ]),
  report: v.object({ rows: v.number(), photos: v.number(), badPhotos: v.array(v.string()) }),
  async run({ deps, input, onItem }) {
    const { tables, photos, badPhotos } = await makeBackup(deps, input.folder, onItem)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { rows, photos: photos.length, badPhotos }
  },
})
