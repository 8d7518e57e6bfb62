/** Read by the browser beside the page: to spell out half a megabyte here would hold up a tap. */
export function toBase64(bytes: ArrayBuffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const { result } = reader
      // `data:…;base64,` stands before it.
      if (typeof result === 'string') resolve(result.slice(result.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('The bytes were not read'))
    reader.readAsDataURL(new Blob([bytes]))
  })
}
