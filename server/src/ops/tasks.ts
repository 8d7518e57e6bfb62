import type * as v from 'valibot'
import type { TaskCall } from './connection/task.ts'
import { backupTask } from './backup/backup-task.ts'
import { endConflictTask, listConflictsTask } from './customers/conflict-tasks.ts'
import { eraseCustomerTask, exportCustomerTask } from './customers/customer-tasks.ts'
import { adoptDealsTask } from './deals/adopt/adopt-task.ts'
import { listDealsTask } from './deals/list-deals-task.ts'
import { importDealsTask, importRecordsTask } from './import/import-tasks.ts'
import {
  addRunnerTask,
  listRunnersTask,
  moveCustomersTask,
  resumeRunnerTask,
  suspendRunnerTask,
} from './runners/runner-tasks.ts'
import { listPhonesTask, removePhoneTask } from './phones/phone-tasks.ts'
import { verifyPhotosTask } from './photos/verify-photos-task.ts'
import { endSessionsTask, listSessionsTask } from './sessions/session-tasks.ts'

/** A task of which only the name is known: its input is parsed before it runs. */
interface AnyTask {
  readonly name: string
  readonly input: v.GenericSchema
  run(call: TaskCall<never, unknown>): Promise<unknown>
}

/** Every task that a running server does for the command line. */
export const tasks: readonly AnyTask[] = [
  importRecordsTask,
  importDealsTask,
  listDealsTask,
  adoptDealsTask,
  listRunnersTask,
  addRunnerTask,
  suspendRunnerTask,
  resumeRunnerTask,
  moveCustomersTask,
  listSessionsTask,
  endSessionsTask,
  verifyPhotosTask,
  exportCustomerTask,
  eraseCustomerTask,
  listPhonesTask,
  removePhoneTask,
  listConflictsTask,
  endConflictTask,
  backupTask,
]
