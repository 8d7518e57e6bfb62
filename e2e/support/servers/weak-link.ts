import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface WeakLink {
  readonly url: string
  /** The connection breaks when the phone has sent so many bytes more, and none is made until `mend`. */
  breakAfter: (bytes: number) => void
  isBroken: () => boolean
  mend: () => void
  stop: () => Promise<void>
}

/** A way to a server that breaks in the middle of a request, as a phone's does behind a hill. */
export async function startWeakLink(server: string): Promise<WeakLink> {
  const { hostname, port } = new URL(server)
  let left = Number.POSITIVE_INFINITY
  const phones = new Set<Socket>()

  const link = createServer((phone) => {
    if (left <= 0) return void phone.destroy()
    const office = connect(Number(port), hostname)
    phones.add(phone)
    for (const [one, other] of [
      [phone, office],
      [office, phone],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    phone.on('data', (bytes: Buffer) => {
      const through = bytes.subarray(0, Math.max(0, left))
      left -= bytes.length
      // What has come this far arrives; then it is over for every connection of the phone.
      office.write(through, () => {
        if (left <= 0) for (const one of phones) one.destroy()
      })
    })
    office.pipe(phone)
    phone.on('close', () => phones.delete(phone))
  })
  link.listen(0, '127.0.0.1')
  await once(link, 'listening')
  const { port: own } = link.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    breakAfter: (bytes) => void (left = bytes),
    isBroken: () => left <= 0,
    mend: () => void (left = Number.POSITIVE_INFINITY),
    stop: async () => {
      for (const phone of phones) phone.destroy()
      link.close()
      await once(link, 'close')
    },
  }
}
