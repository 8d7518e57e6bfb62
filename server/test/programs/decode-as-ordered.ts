/** A decoder that does what the bytes say: it never answers, ends, fails, names its environment, or repeats the bytes. */
process.on('SIGTERM', () => undefined)
process.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const order = Buffer.from(bytes).toString()
  if (order === 'never answer') for (;;);
  if (order === 'end') process.exit(1)
  if (order === 'environment') return void process.send?.({ value: Object.keys(process.env) })
  process.send?.(order === 'fail' ? { failure: 'no photo' } : { value: order })
})
