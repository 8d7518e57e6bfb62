/** The program that decodes photos in a process of its own (decoder-process.ts). It answers each message with one. */
import type { DecoderAnswer, DecoderTask } from './decoder-process.ts'
import { detectPhotoType, encodeShownPhoto } from './decoding.ts'

process.on('message', (task: DecoderTask) => void answer(task))

async function answer(task: DecoderTask): Promise<void> {
  const message = await run(task).then(
    (value): DecoderAnswer => ({ value }),
    (error: unknown): DecoderAnswer => ({ failure: String(error) }),
  )
  process.send?.(message)
}

async function run({ kind, bytes }: DecoderTask): Promise<unknown> {
  return kind === 'type' ? detectPhotoType(bytes) : encodeShownPhoto(bytes)
}
