/** Bugs in the decoder of photos and the lock of the data folder, planted by somebody who had not read the tests. */

const decoding = 'server/src/photos/decoding.ts'
const decoder = 'server/src/photos/decoder-process.ts'
const queue = 'server/src/photos/photo-decoder.ts'
const lock = 'server/src/db/embedded/folder-lock.ts'
const decoderTest = 'server/src/photos/photo-decoder.test.ts'
const queueTest = 'server/src/photos/full-queue.test.ts'
const lockTest = 'server/src/db/embedded/folder-lock.test.ts'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenDecoder = [
  {
    name: 'a shown photo keeps its metadata for the sake of its colours',
    file: decoding,
    edits: [['.jpeg({ quality })', '.keepMetadata()\n    .jpeg({ quality })']],
    killer: decoderTest,
  },
  {
    name: 'a shown photo is not turned',
    file: decoding,
    edits: [['    .rotate()\n', '']],
    killer: decoderTest,
  },
  {
    name: 'a transparent photo is shown on black',
    file: decoding,
    edits: [["    .flatten({ background: '#fff' })\n", '']],
    killer: decoderTest,
  },
  {
    name: 'a small photo is shown enlarged',
    file: decoding,
    edits: [[', withoutEnlargement: true', '']],
    killer: decoderTest,
  },
  {
    name: 'the first copy of a photo is shown, however large',
    file: decoding,
    edits: [['if (shown.length <= MAX_SHOWN_BYTES) break', 'if (shown.length > 0) break']],
    killer: decoderTest,
  },
  {
    name: 'only the header of a photo is read',
    file: decoding,
    edits: [['    await open(bytes).resize(16, 16).raw().toBuffer()\n', '']],
    killer: decoderTest,
  },
  {
    name: 'the limit of interlaced photos is for one side',
    file: decoding,
    edits: [['width * height > MAX_INTERLACED', 'Math.max(width, height) > MAX_INTERLACED']],
    killer: decoderTest,
  },
  {
    name: 'a decoder that takes too long lives on and gets the next photo',
    file: decoder,
    edits: [['        this.end()\n        noteCpu', '        noteCpu']],
    killer: decoderTest,
  },
  {
    name: 'the rest of an idle time ends the decoder in the middle of a photo',
    file: decoder,
    edits: [['    clearTimeout(this.#idle)\n    this.#child ??=', '    this.#child ??=']],
    killer: decoderTest,
  },
  {
    name: 'the decoder has the secrets of the server',
    file: decoder,
    edits: [['env: {},', 'env: process.env,']],
    killer: decoderTest,
  },
  {
    name: 'the late end of an old decoder makes the server forget the new one',
    file: decoder,
    edits: [['if (this.#child === child) this.#child = undefined', 'this.#child = undefined']],
    killer: decoderTest,
  },
  {
    name: 'two photos are at the decoder at once and get the answer of each other',
    file: queue,
    edits: [['atOnce: 1,', 'atOnce: 2,']],
    killer: queueTest,
  },
  {
    name: 'one runner may take all places for waiting photos',
    file: queue,
    edits: [['mostPerRunner: MOST_WAITING_PER_RUNNER', 'mostPerRunner: MOST_WAITING']],
    killer: queueTest,
  },
  {
    name: 'any number of photos may wait',
    file: queue,
    edits: [['most: MOST_WAITING,', 'most: Number.POSITIVE_INFINITY,']],
    killer: queueTest,
  },
  {
    name: 'the time for a photo is ten times as long',
    file: decoder,
    edits: [['limitMs = 15_000', 'limitMs = 150_000']],
    killer: decoderTest,
  },
  {
    name: 'the lock file is deleted with the release',
    file: lock,
    edits: [
      [
        'release: () => closeSync(file)',
        'release: () => {\n      rmSync(path)\n      closeSync(file)\n    }',
      ],
    ],
    killer: lockTest,
  },
  {
    name: 'a release keeps the lock',
    file: lock,
    edits: [['release: () => closeSync(file)', 'release: () => void file']],
    killer: lockTest,
  },
  {
    name: 'only the first of the old claims is looked at',
    file: lock,
    edits: [['    .find(isRunning)', '    .slice(0, 1)\n    .find(isRunning)']],
    killer: lockTest,
  },
  {
    name: 'a process of another user counts as ended',
    file: lock,
    edits: [["return (error as NodeJS.ErrnoException).code !== 'ESRCH'", 'return false']],
    killer: lockTest,
  },
  {
    name: 'a file that is no claim stops the start for ever',
    file: lock,
    edits: [['if (!(pid > 0)) return false', 'if (pid <= 0) return false']],
    killer: lockTest,
  },
  {
    name: 'old claims are deleted before anybody looks at them',
    file: lock,
    edits: [
      [
        '  const running = readdirSync(path)\n',
        '  const claims = readdirSync(path)\n  rmSync(path, { recursive: true })\n  const running = claims\n',
      ],
      ['    )\n  rmSync(path, { recursive: true })\n}', '    )\n}'],
    ],
    killer: lockTest,
  },
]
