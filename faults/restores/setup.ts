/** Loads the phones of the restore tests, before a test opens a server. */
import { loadPhones } from '../phone-apps.ts'

/** The one part of a browser's FileReader that the app uses, which Node does not have. */
class BlobReader {
  result = ''
  error = null
  onload = () => {}

  readAsDataURL(blob: Blob): void {
    void blob.arrayBuffer().then((bytes) => {
      this.result = `data:${blob.type};base64,${Buffer.from(bytes).toString('base64')}`
      this.onload()
    })
  }
}

Object.assign(globalThis, { FileReader: BlobReader })

await loadPhones(5)
