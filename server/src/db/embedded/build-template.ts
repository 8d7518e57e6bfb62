import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { templateFolder } from '../../config/folders.ts'
import { ensureDatabaseFolder } from './embedded-folder.ts'

/** A step of the build: the initialised, empty database that every first start copies. */
await rm(templateFolder, { recursive: true, force: true })
await mkdir(dirname(templateFolder), { recursive: true })
await ensureDatabaseFolder(templateFolder, '')
