import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { runners } from '../../src/db/schema.ts'

/** Watched from outside by a test: opens the folder and commits as often as it is told. */
const [dataDir = '', count = '0'] = process.argv.slice(2)
const { db, close } = await openEmbedded(dataDir)
for (let id = 1; id <= Number(count); id += 1) await db.insert(runners).values({ id, name: 'Ravi' })
await close()
