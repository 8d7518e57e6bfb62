import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { openPooledPing, type Ping } from './ping.ts'

const MOST_SILENT_MS = 15_000

/** A message of PostgreSQL to its client. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const SIGNED_IN = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
const REFUSAL = message('E', Buffer.from('SFATAL\0C08P01\0Mno PostgreSQL\0\0'))

/** What a stand-in pooler does with a connection. */
const takeAndAnswerNothing = (socket: Socket) =>
  void socket.once('data', () => socket.write(SIGNED_IN))
const refuse = (socket: Socket) => void socket.once('data', () => socket.end(REFUSAL))
const close = (socket: Socket) => void socket.destroy()

describe('a check through a pooler', () => {
  let pooler: Server
  let sockets: Socket[]
  let serve: (socket: Socket) => void
  let check: Ping

  const listen = async (port: number) => {
    pooler = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined))
      serve(socket)
    }).listen(port, '127.0.0.1')
    await once(pooler, 'listening')
  }
  const leave = async () => {
    for (const socket of sockets) socket.destroy()
    pooler.close()
    await once(pooler, 'close')
  }
  let port: number
  beforeEach(async () => {
    sockets = []
    port = await freePort()
    await listen(port)
    const poolerUrl = `postgres://veni@127.0.0.1:${port}/postgres`
    check = openPooledPing({ url: `${inject('postgresUrl')}/postgres`, poolerUrl }, MOST_SILENT_MS)
  })
  afterEach(async () => {
    await leave()
    await Promise.all(check.pools.map((pool) => pool.end()))
  })

  /** Asks once more after the pooler was away for longer than it may be silent, and is back and busy. */
  const checkLater = () => {
    const later = performance.now() + MOST_SILENT_MS + 1
    vi.spyOn(performance, 'now').mockReturnValue(later)
    serve = takeAndAnswerNothing
    return check.ping()
  }

  it('is good behind busy sessions soon after the pooler has reported a failure', async () => {
    serve = refuse
    await expect(check.ping()).rejects.toThrow('no PostgreSQL')
    await expect(checkLater()).resolves.toBeUndefined()
  })

  it('is good behind busy sessions soon after the pooler has started again', async () => {
    await leave()
    await expect(check.ping()).rejects.toThrow('ECONNREFUSED')
    await listen(port)
    await expect(checkLater()).resolves.toBeUndefined()
  })

  it('fails when the pooler has only lost its connections for too long', async () => {
    serve = close
    await expect(check.ping()).rejects.toThrow('Connection terminated')
    await expect(checkLater()).rejects.toThrow('The pooler has answered nothing for 15000 ms')
  })
})
