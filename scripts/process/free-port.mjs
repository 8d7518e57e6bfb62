import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a system gives to a program that asks for any: nobody gets one of them by chance. */
const FIRST_PORT = 20_000
const PORTS = 12_000

/**
 * Finds a free TCP port of this machine, and reserves it until this process ends, also while a server starts again. The
 * process holds the UDP port of the same number. Each caller of `freePort` takes that one first.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS)
    if ((await takeUdp(port)) && (await isFree(port))) return port
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} false when another process has the port
 */
async function takeUdp(port) {
  const socket = createSocket('udp4')
  socket.unref()
  const taken = once(socket, 'listening')
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  if (await isDone(taken)) return true
  socket.close()
  return false
}

/** @param {number} port */
async function isFree(port) {
  const probe = createServer()
  const listening = once(probe, 'listening')
  probe.listen(port, '127.0.0.1')
  if (!(await isDone(listening))) return false
  probe.close()
  await once(probe, 'close')
  return true
}

/**
 * @param {Promise<unknown>} listening
 * @returns {Promise<boolean>} false when the port is taken, or reserved by the system; any other error is thrown
 */
async function isDone(listening) {
  try {
    await listening
    return true
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (TAKEN.has(code)) return false
    throw error
  }
}

/** @type {ReadonlySet<string | undefined>} */
const TAKEN = new Set(['EADDRINUSE', 'EACCES'])
