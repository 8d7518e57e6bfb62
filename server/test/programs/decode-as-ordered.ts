/**
 * A decoder that does what the bytes say: it never answers, ends, fails, names its environment, answers for the last
 * time, or repeats the bytes.
 */
process.on('SIGTERM', () => undefined)
process.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const order = Buffer.from(bytes).toString()
  if (order === 'never answer') for (;;);
  if (order === 'end') process.exit(1)
  const value = order === 'environment' ? Object.keys(process.env) : order
  const answer = { cpuMs: 1, ...(order === 'fail' ? { failure: 'no photo' } : { value }) }
  process.send?.(answer, () => {
    if (order === 'last answer') setImmediate(stayWithoutChannel)
  })
})

function stayWithoutChannel(): void {
  process.disconnect()
  setInterval(() => undefined, 1_000)
}
