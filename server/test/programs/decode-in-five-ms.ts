/** The decoder of the server on a processor that needs 5 ms for each photo: 2 ms in the program and 3 ms in the system. */
process.cpuUsage = (before) => ({
  user: before ? 2_000 : 700_000,
  system: before ? 3_000 : 900_000,
})
await import('../../src/photos/decode-photos.ts')
