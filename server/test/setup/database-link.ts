import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DatabaseLink {
  /** The URL of the database behind the link, without a database name. */
  readonly url: string
  /** From now on no byte passes, and no connection is closed: the machine at the other end has lost its network. */
  freeze(): void
  /** Freezes with the first bytes to the database that have this text, before they pass. */
  freezeAt(text: string): void
  /** Ends the frozen connections as a firewall does, silently for the database, and lets new ones pass. */
  thaw(): void
  close(): Promise<void>
}

/** Puts a network between a server and its PostgreSQL, on a free loopback port. @param url without a database name */
export async function startLink(url: string): Promise<DatabaseLink> {
  const { hostname, port, username } = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let awaited: string | undefined
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (from === near && awaited !== undefined && bytes.includes(awaited)) isFrozen = true
        if (!isFrozen) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (!isFrozen) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgres://${username}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => void (isFrozen = true),
    freezeAt: (text) => void (awaited = text),
    thaw: () => {
      isFrozen = false
      awaited = undefined
      destroyAll()
    },
    close: async () => {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}
