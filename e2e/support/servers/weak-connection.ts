import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface WeakConnection {
  readonly url: string
  /** The connection breaks after this number of further bytes from the phone. No new one works until `repair`. */
  breakAfter: (bytes: number) => void
  isBroken: () => boolean
  repair: () => void
  stop: () => Promise<void>
}

/** A proxy whose connection can break in the middle of a request. */
export async function startWeakConnection(serverUrl: string): Promise<WeakConnection> {
  const { hostname, port } = new URL(serverUrl)
  let left = Number.POSITIVE_INFINITY
  const phones = new Set<Socket>()

  const proxy = createServer((phone) => {
    if (left <= 0) return void phone.destroy()
    const server = connect(Number(port), hostname)
    phones.add(phone)
    endWith(phone, server)
    endWith(server, phone)
    phone.on('data', (bytes: Buffer) => {
      const through = bytes.subarray(0, Math.max(0, left))
      left -= bytes.length
      // The server receives the bytes up to the limit. Then every connection of the phone ends.
      server.write(through, () => {
        if (left <= 0) for (const one of phones) one.destroy()
      })
    })
    server.pipe(phone)
    phone.on('close', () => phones.delete(phone))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: own } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    breakAfter: (bytes) => void (left = bytes),
    isBroken: () => left <= 0,
    repair: () => void (left = Number.POSITIVE_INFINITY),
    stop: async () => {
      for (const phone of phones) phone.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** When one socket ends, the other ends too. */
function endWith(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy())
  one.on('close', () => other.destroy())
}
