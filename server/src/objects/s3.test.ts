import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { type ObjectServer, startObjectServer } from '../../test/setup/object-server.ts'
import { ObjectStoreUnavailable } from '../errors.ts'
import type { ObjectStore } from './objects.ts'
import { runInTrace } from '../trace.ts'
import { checkObjectStore, openS3 } from './s3.ts'

describe('a bucket of S3', () => {
  let server: ObjectServer
  let store: ObjectStore
  beforeEach(async () => {
    server = await startObjectServer()
    store = openS3(server.config)
  })
  afterEach(() => server.close())

  const bytes = new Uint8Array([0, 255, 13, 10, 37])

  it('has the bytes that were put, until they are deleted', async () => {
    await store.put('uploads/7-ab/0-x.jpg', bytes)
    expect(await store.get('uploads/7-ab/0-x.jpg')).toEqual(bytes)
    expect(await store.size('uploads/7-ab/0-x.jpg')).toBe(5)
    await store.put('uploads/7-ab/0-x.jpg', new Uint8Array([1]))
    expect(await store.get('uploads/7-ab/0-x.jpg')).toEqual(new Uint8Array([1]))
    await store.delete('uploads/7-ab/0-x.jpg')
    await store.delete('uploads/7-ab/0-x.jpg')
    expect(await store.get('uploads/7-ab/0-x.jpg')).toBeUndefined()
    expect(await store.size('uploads/7-ab/0-x.jpg')).toBeUndefined()
  })

  it('is asked again after a reply that it is busy', async () => {
    server.failures.push(503, 0)
    await store.put('one', bytes)
    expect(server.calls).toEqual(['PUT one', 'PUT one', 'PUT one'])
    expect(server.objects.get('one')).toEqual(Buffer.from(bytes))
  })

  it.each([
    ['stays busy', [503, 503, 503]],
    ['closes each connection', [0, 0, 0]],
    ['refuses the call', [403]],
  ])('makes each call unavailable when it %s', async (_name, failures) => {
    await store.put('one', bytes)
    for (const call of [
      () => store.put('one', bytes),
      () => store.get('one'),
      () => store.size('one'),
      () => store.delete('one'),
    ]) {
      server.failures.push(...failures)
      await expect(call()).rejects.toThrow(ObjectStoreUnavailable)
    }
    expect(await store.get('one')).toEqual(bytes)
  })

  it('of a wrong name has not lost its objects', async () => {
    const other = openS3({ ...server.config, url: server.config.url.replace('photos', 'none') })
    for (const call of [() => other.get('one'), () => other.size('one'), () => other.delete('one')])
      await expect(call()).rejects.toThrow('it was answered 404: NoSuchBucket')
  })

  it('has not lost an object because a proxy in between answers that it knows no such address', async () => {
    await store.put('one', bytes)
    server.failures.push(404)
    expect(await store.size('one')).toBe(5)
    server.failures.push(404, 404)
    await expect(store.size('one')).rejects.toThrow('GET: it was answered 404: SlowDown')
  })

  it('gets the trace of a request, which a proxy in between may change', async () => {
    await new Promise<void>((resolve) =>
      runInTrace({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }, () =>
        resolve(store.put('one', bytes)),
      ),
    )
    expect(server.signedHeaders.at(-1)).not.toContain('traceparent')
    expect(server.objects.get('one')).toEqual(Buffer.from(bytes))
  })

  it('makes each call unavailable when nothing listens there', async () => {
    const port = await freePort()
    const gone = openS3({ ...server.config, url: `http://127.0.0.1:${port}/photos` })
    await expect(gone.get('one')).rejects.toThrow(`GET: connect ECONNREFUSED 127.0.0.1:${port}`)
  })

  it('is checked before a server uses it', async () => {
    await checkObjectStore(store, server.config.url)
    expect(server.objects.size).toBe(0)
    const check = (changes: Partial<typeof server.config>) =>
      checkObjectStore(openS3({ ...server.config, ...changes }), 'https://store.example/photos')
    const refusal =
      'The photo store at https://store.example/photos cannot be used (PUT: it was answered '
    await expect(check({ secretAccessKey: 'other' })).rejects.toThrow(
      `${refusal}403: SignatureDoesNotMatch).`,
    )
    const other = server.config.url.replace('/photos', '/none')
    await expect(check({ url: other })).rejects.toThrow(`${refusal}404: NoSuchBucket).`)
    server.failures.push(0, 0, 0)
    await expect(check({})).rejects.toThrow('cannot be used (')
  })
})
