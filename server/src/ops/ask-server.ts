import { once } from 'node:events'
import { lstatSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { ImportRefusal } from './import-refusal.ts'
import { socketMessageSchema } from './socket-messages.ts'

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

/** What is asked of a server, and how its answer is read. */
export interface Question<TItem, TReport> {
  readonly url: `/${string}`
  /** The file that is sent along. */
  readonly bytes?: AsyncIterable<Uint8Array>
  readonly item: v.GenericSchema<unknown, TItem>
  readonly report: v.GenericSchema<unknown, TReport>
  /** Called for each item as it comes; there may be any number of them. */
  readonly onItem: (item: TItem) => void
}

/** Has the server that listens at `path` do the work, and answers with its report. Throws `ImportRefusal`. */
export async function askServer<TItem, TReport>(
  path: string,
  question: Question<TItem, TReport>,
): Promise<TReport> {
  const upload = request({ socketPath: path, method: 'POST', path: question.url })
  try {
    // Items arrive while the file is still on its way.
    const reading = readMessages(upload, question)
    const [report] = await Promise.all([reading, pipeline(question.bytes ?? [], upload)])
    return report
  } catch (error) {
    if (error instanceof ImportRefusal) throw error
    throw new ImportRefusal(BROKEN_OFF, { cause: error })
  }
}

const BROKEN_OFF = 'The server stopped before the work was complete; run the command again.'

async function readMessages<TItem, TReport>(
  upload: ClientRequest,
  { item, report, onItem }: Question<TItem, TReport>,
): Promise<TReport> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  for await (const line of createInterface(response)) {
    const message = v.parse(socketMessageSchema, JSON.parse(line))
    if (message.type === 'item') onItem(v.parse(item, message.item))
    else if (message.type === 'report') return v.parse(report, message.report)
    else if (message.type === 'refusal') throw new ImportRefusal(message.sentence)
    else throw new ImportRefusal('It failed; the log of the server says why.')
  }
  throw new ImportRefusal(BROKEN_OFF)
}

/** A file that somebody else has put in our way must not be given the customers. */
function isOurs(path: string): boolean {
  if (process.platform === 'win32') return true
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
  return owner !== undefined && owner === process.getuid?.()
}
