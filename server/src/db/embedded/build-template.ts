import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { templateFolder } from '../../config/folders.ts'
import { ensureDatabaseFolder } from './embedded-folder.ts'

/** Builds the initialised, empty database that every first start copies. The build runs this program. */
await rm(templateFolder, { recursive: true, force: true })
await mkdir(dirname(templateFolder), { recursive: true })
await ensureDatabaseFolder(templateFolder, '')
