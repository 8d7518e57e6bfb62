import { once } from 'node:events'
import { lstatSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { OperatorError } from '../../errors.ts'
import { splitLines } from '../../lines.ts'
import { OTHER_RELEASE, socketMessageSchema, writeTaskUrl } from './socket-protocol.ts'
import type { Task } from './task.ts'

/** Whether a server of this user listens at `path`. */
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

export interface ServerCall<TInput, TItem, TReport> {
  readonly task: Task<TInput, TItem, TReport>
  readonly input: TInput
  /** The file to send. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Called for each item as soon as it arrives. */
  readonly onItem: (item: TItem) => void
}

/** Lets the server that listens at `path` run a task. @returns its report. Throws `OperatorError`. */
export async function callServer<TInput, TItem, TReport>(
  path: string,
  call: ServerCall<TInput, TItem, TReport>,
): Promise<TReport> {
  const url = writeTaskUrl(call.task.name, call.input)
  const upload = request({ socketPath: path, method: 'POST', path: url })
  try {
    // Items arrive while the file is still being sent.
    const reading = readMessages(upload, call)
    const [report] = await Promise.all([reading, pipeline(call.bytes, upload)])
    return report
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const sentence = v.isValiError(error) ? OTHER_RELEASE : INTERRUPTED
    throw new OperatorError(sentence, { cause: error })
  }
}

const INTERRUPTED = 'The server stopped before the work was complete; run the command again.'

async function readMessages<TInput, TItem, TReport>(
  upload: ClientRequest,
  { task, onItem }: ServerCall<TInput, TItem, TReport>,
): Promise<TReport> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  if (response.statusCode === 404) {
    // Nobody reads the rest of the file.
    upload.destroy()
    throw new OperatorError(OTHER_RELEASE)
  }
  // The upload uses the same connection, so the end of the reading must not end it.
  const bytes = response.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  for await (const line of splitLines(bytes, 'the answer of the server')) {
    const message = v.parse(socketMessageSchema, JSON.parse(line))
    if (message.type === 'item') onItem(v.parse(task.item, message.item))
    else if (message.type === 'report') return v.parse(task.report, message.report)
    else if (message.type === 'refusal') throw new OperatorError(message.sentence)
    else throw new OperatorError('The command failed; the log of the server has the reason.')
  }
  throw new OperatorError(INTERRUPTED)
}

/** A socket of another user must not receive the customers. */
function isOurs(path: string): boolean {
  if (process.platform === 'win32') return true
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
  return owner !== undefined && owner === process.getuid?.()
}
