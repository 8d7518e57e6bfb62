/** A decoder that does what the bytes say: it never answers, ends, fails, or answers with the bytes as text. */
process.on('SIGTERM', () => undefined)
process.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const told = Buffer.from(bytes).toString()
  if (told === 'never answer') for (;;);
  if (told === 'end') process.exit(1)
  process.send?.(told === 'fail' ? { failure: 'no photo' } : { value: told })
})
