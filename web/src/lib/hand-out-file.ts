/** Some browsers read the address only after the click has returned. */
const DOWNLOAD_STARTED_MS = 60_000

/** Stores a file in the downloads of the phone. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_STARTED_MS)
}

/** Opens the share sheet if the phone can share such files; otherwise downloads the file. */
export async function shareFile(file: File): Promise<void> {
  const data: ShareData = { title: file.name, files: [file] }
  // Contrary to its type, `canShare` is missing in browsers that cannot share files.
  if (typeof navigator.canShare !== 'function' || !navigator.canShare(data))
    return downloadFile(file)
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // AbortError: the runner closed the share sheet. Any other error: the sheet did not open.
    if (error.name !== 'AbortError') downloadFile(file)
  }
}
