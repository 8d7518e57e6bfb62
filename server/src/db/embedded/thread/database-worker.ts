/** The program of the thread in which the embedded database runs. Without an answer for too long, it is ended. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { invariant } from '../../../errors.ts'
import { openPglite } from '../embedded-folder.ts'
import type { FromDatabase, ToDatabase, WorkerInput } from './thread-messages.ts'

invariant(parentPort, 'the embedded database needs its own thread')
const port = parentPort
const send = (message: FromDatabase) => port.postMessage(message)

const database = await openPglite((workerData as WorkerInput).folder, die)

const READY = 'Z'.codePointAt(0)
let isFirst = true
port.on('message', (message: ToDatabase) => {
  // A failure here ends the thread, and the server opens the database again.
  void (message.type === 'close' ? close() : answer(message.bytes))
})
send({ type: 'opened' })

async function answer(request: Uint8Array): Promise<void> {
  if (isStartup(request)) await beginConnection()
  const parts: Uint8Array[] = []
  // Its own copy of the answer would stay in memory; this call only passes the bytes on.
  await database.execProtocolRawStream(request, {
    syncToFs: false,
    onRawData: (bytes) => void parts.push(bytes.slice()),
  })
  const bytes = Buffer.concat(parts)
  if (!isWhole(bytes)) die('it gave half an answer')
  send({ type: 'answer', bytes })
}

/** Ends this thread at once. PGlite would go on with what PostgreSQL has left. */
function die(reason: string): never {
  send({ type: 'died', reason })
  process.exit(1)
}

/** Each answer ends with ReadyForQuery, which has six bytes; without it the driver would wait for ever. */
const isWhole = (answer: Buffer) => answer.at(-6) === READY

/** Only the first message of a connection has no letter; it starts with its length. */
const isStartup = (request: Uint8Array) => request[0] === 0

/** The connection before may have ended inside a transaction, and with settings and locks of its own. */
async function beginConnection(): Promise<void> {
  if (!isFirst) await resetSession(database)
  isFirst = false
}

async function resetSession(opened: PGlite): Promise<void> {
  if (opened.isInTransaction()) await opened.exec('rollback')
  await opened.exec('discard all')
}

async function close(): Promise<void> {
  await database.close()
  // Then the thread has nothing left to do, and ends.
  port.close()
}
