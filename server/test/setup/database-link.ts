import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DatabaseLink {
  /** The URL of the database behind the link, without a database name. */
  readonly url: string
  /** From now on no byte passes, and no connection is closed: the machine at the other end has lost its network. */
  freeze(): void
  /** Freezes with the first bytes to the database that have this text, before they pass. */
  freezeAt(text: string): void
  /** Ends all connections with the first bytes to the database that have this text, and takes none until the thaw. */
  cutAt(text: string): void
  /** Ends the frozen connections as a firewall does, silently for the database, and lets new ones pass. */
  thaw(): void
  close(): Promise<void>
}

/** What passes through a link. */
interface Passing {
  readonly sockets: Set<Socket>
  isFrozen: boolean
  isCut: boolean
  /** The text at which something happens. */
  awaited: { readonly text: string; readonly act: () => void } | undefined
}

/** Puts a network between a server and its PostgreSQL, on a free loopback port. @param url without a database name */
export async function startLink(url: string): Promise<DatabaseLink> {
  const { hostname, port, username } = new URL(url)
  const passing: Passing = { sockets: new Set(), isFrozen: false, isCut: false, awaited: undefined }
  const server = createServer((near) => {
    if (passing.isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    near.on('data', (bytes) => {
      if (passing.awaited && bytes.includes(passing.awaited.text)) passing.awaited.act()
    })
    pass(near, far, passing)
    pass(far, near, passing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyAll = () => {
    for (const socket of passing.sockets) socket.destroy()
  }
  const freeze = () => void (passing.isFrozen = true)
  const cut = () => {
    passing.isCut = true
    destroyAll()
  }
  return {
    url: `postgres://${username}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze,
    freezeAt: (text) => void (passing.awaited = { text, act: freeze }),
    cutAt: (text) => void (passing.awaited = { text, act: cut }),
    thaw: () => {
      passing.isFrozen = false
      passing.isCut = false
      passing.awaited = undefined
      destroyAll()
    },
    close: async () => {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(from: Socket, to: Socket, passing: Passing): void {
  passing.sockets.add(from)
  from.on('data', (bytes) => {
    if (!passing.isFrozen && !passing.isCut) to.write(bytes)
  })
  from.on('error', () => undefined)
  from.on('close', () => {
    passing.sockets.delete(from)
    if (!passing.isFrozen) to.destroy()
  })
}
