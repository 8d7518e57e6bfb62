import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { runners } from '../../src/db/schema.ts'

/** Opens the data folder and makes this many commits, while a test counts system calls from outside. */
const [dataDir = '', count = '0'] = process.argv.slice(2)
const { db, close } = await openEmbedded(dataDir)
for (let id = 1; id <= Number(count); id += 1) await db.insert(runners).values({ id, name: 'Ravi' })
await close()
