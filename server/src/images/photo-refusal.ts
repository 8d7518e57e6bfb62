import type { ErrorCode } from '@veni/domain/api/endpoint'
import { type PhotoRefusal, photoRefusalMessages } from '@veni/domain/photo'
import { AppError } from '../errors.ts'

/** The refusal in the specification's words (spec §5). */
export function photoRefusal(refusal: PhotoRefusal): AppError {
  return new AppError(codes[refusal], photoRefusalMessages[refusal])
}

const codes = {
  'no-file': 'bad-request',
  'too-large': 'too-large',
  'wrong-type': 'wrong-type',
} as const satisfies Record<PhotoRefusal, ErrorCode>
