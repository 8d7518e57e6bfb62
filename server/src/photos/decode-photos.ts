/** The program that decodes photos in a process of its own (decoder-process.ts). It answers each message with one. */
import type { DecoderAnswer, DecoderTask } from './decoder-process.ts'
import { detectPhotoType, encodeShownPhoto } from './decoding.ts'

process.on('message', (task: DecoderTask) => void answer(task))

async function answer(task: DecoderTask): Promise<void> {
  const before = process.cpuUsage()
  const outcome = await run(task).then(
    (value) => ({ value }),
    (error: unknown) => ({ failure: String(error) }),
  )
  const { user, system } = process.cpuUsage(before)
  const message: DecoderAnswer = { ...outcome, cpuMs: (user + system) / 1_000 }
  process.send?.(message)
}

async function run({ kind, bytes }: DecoderTask): Promise<unknown> {
  return kind === 'type' ? detectPhotoType(bytes) : encodeShownPhoto(bytes)
}
