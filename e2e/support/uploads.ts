import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'

/** Our server's half of a photo's upload (tus 1.0), for a portal that has none: all of it arrives. */
export async function takeUploads(page: Page): Promise<void> {
  let length = 0
  let arrived = Buffer.alloc(0)
  await page.route('**/api/uploads**', async (route) => {
    const request = route.request()
    if (request.method() === 'POST') {
      length = Number(request.headers()['upload-length'])
      return route.fulfill({ status: 201, headers: { location: '/api/uploads/1' } })
    }
    arrived = Buffer.concat([arrived, request.postDataBuffer() ?? Buffer.alloc(0)])
    const headers = {
      'upload-offset': String(arrived.length),
      ...(arrived.length === length && { 'content-location': addressOf(arrived) }),
    }
    return route.fulfill({ status: 204, headers })
  })
}

/** Photos are named by their SHA-256; a JPEG begins with 0xFF. */
function addressOf(photo: Buffer): string {
  const hash = createHash('sha256').update(photo).digest('hex')
  return `/api/images/${hash}.${photo[0] === 0xff ? 'jpg' : 'png'}`
}
