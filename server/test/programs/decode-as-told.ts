/** A decoder that does what the bytes say: it never answers, ends, fails, names its environment, or repeats the bytes. */
process.on('SIGTERM', () => undefined)
process.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const told = Buffer.from(bytes).toString()
  if (told === 'never answer') for (;;);
  if (told === 'end') process.exit(1)
  if (told === 'environment') return void process.send?.({ value: Object.keys(process.env) })
  process.send?.(told === 'fail' ? { failure: 'no photo' } : { value: told })
})
