import { once } from 'node:events'
import { lstatSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { importMessageSchema } from './import-messages.ts'
import type { ImportKindName } from './import-kinds.ts'
import type { ImportOptions, ImportReport } from './import-records.ts'
import { ImportRefusal } from './import-refusal.ts'

/** Whether a server of this user listens there. */
export async function isServerListening(path: string): Promise<boolean> {
  if (!isOurs(path)) return false
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Has the server that listens at `path` import the file. Throws `ImportRefusal` as `importRecords` does. */
export async function importThroughServer(
  path: string,
  kindName: ImportKindName,
  bytes: AsyncIterable<Uint8Array>,
  { skipBad, onBadRow }: ImportOptions,
): Promise<ImportReport> {
  const upload = request({
    socketPath: path,
    method: 'POST',
    path: `/imports/${kindName}?skip-bad=${skipBad}`,
  })
  try {
    // Bad rows arrive while the file is still on its way.
    const [report] = await Promise.all([readMessages(upload, onBadRow), pipeline(bytes, upload)])
    return report
  } catch (error) {
    if (error instanceof ImportRefusal) throw error
    throw new ImportRefusal(BROKEN_OFF, { cause: error })
  }
}

const BROKEN_OFF = 'The server stopped before the import was complete; import the file again.'

async function readMessages(
  upload: ClientRequest,
  onBadRow: ImportOptions['onBadRow'],
): Promise<ImportReport> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  for await (const line of createInterface(response)) {
    const message = v.parse(importMessageSchema, JSON.parse(line))
    if (message.type === 'bad-row') onBadRow(message)
    else if (message.type === 'report') return message.report
    else if (message.type === 'refusal') throw new ImportRefusal(message.sentence)
    else throw new ImportRefusal('The import failed; the log of the server says why.')
  }
  throw new ImportRefusal(BROKEN_OFF)
}

/** A file that somebody else has put in our way must not be given the customers. */
function isOurs(path: string): boolean {
  if (process.platform === 'win32') return true
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
  return owner !== undefined && owner === process.getuid?.()
}
