/** Gives a file away: to another app of the phone, or into its downloads. */
const DOWNLOAD_STARTED_MS = 60_000

export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_STARTED_MS)
}

/** By the share sheet where the phone shares such files, else as a download. */
export async function shareFile(file: File): Promise<void> {
  const data: ShareData = { title: file.name, files: [file] }
  // Browsers that share no files have no `canShare` either, whatever the types say.
  if (typeof navigator.canShare !== 'function' || !navigator.canShare(data))
    return downloadFile(file)
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // Closing the share sheet is an answer; a tap too long ago to open one is none.
    if (error.name !== 'AbortError') downloadFile(file)
  }
}
