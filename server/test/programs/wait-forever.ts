/** A decoder that never answers and that SIGTERM does not end, as one whose photo makes it spin. */
process.on('SIGTERM', () => undefined)
process.on('message', () => {
  for (;;);
})
