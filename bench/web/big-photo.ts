import type { BrowserContext } from '@playwright/test'

/** A photo of twelve megapixels and about 2 MB, like a photo of a phone's camera. The browser draws it. */
export async function twelveMegapixels(context: BrowserContext): Promise<Buffer> {
  const page = await context.newPage()
  const base64 = await page.evaluate(async () => {
    const noiseCanvas = new OffscreenCanvas(1000, 750)
    const noise = new ImageData(1000, 750)
    for (let at = 0; at < noise.data.length; at += 4) {
      const shade = 90 + Math.random() * 60
      noise.data.set([shade + 40, shade + 10, shade - 20, 255], at)
    }
    noiseCanvas.getContext('2d')?.putImageData(noise, 0, 0)
    const canvas = new OffscreenCanvas(4000, 3000)
    const context2d = canvas.getContext('2d')
    if (!context2d) throw new Error('There is no canvas to draw on')
    context2d.drawImage(noiseCanvas, 0, 0, 4000, 3000)
    for (let shape = 0; shape < 400; shape++) {
      context2d.fillStyle = `hsl(${shape * 37} 60% 50% / 0.5)`
      context2d.fillRect(Math.random() * 4000, Math.random() * 3000, 300, 200)
    }
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    const bytes = new Uint8Array(await photo.arrayBuffer())
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
    return btoa(text)
  })
  await page.close()
  return Buffer.from(base64, 'base64')
}
