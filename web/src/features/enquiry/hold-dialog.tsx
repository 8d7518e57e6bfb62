import { useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { today } from '../../state/today.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { HoldReason } from './status-actions.ts'

const MAX_COMMENTS_LENGTH = 2_000

export interface HoldDialogProps {
  onSave: (reason: HoldReason) => void
  onCancel: () => void
}

/** Why the customer waits, and from today on when to come back (spec §4 "Hold", §5). */
export function HoldDialog({ onSave, onCancel }: HoldDialogProps) {
  const t = useTranslate()
  const [comments, setComments] = useState('')
  const [nextFollowup, setNextFollowup] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const day = useValue(today)
  const isCommentMissing = comments.trim() === ''
  const isDatePast = nextFollowup !== '' && nextFollowup < day

  function handleSave() {
    setHasTried(true)
    if (!isCommentMissing && !isDatePast) onSave({ comments: comments.trim(), nextFollowup })
  }

  return (
    <Dialog
      title={t('hold.title')}
      onCancel={onCancel}
      actions={
        <>
          <Button wide onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" onClick={handleSave}>
            {t('hold.save')}
          </Button>
        </>
      }
    >
      <Stack>
        <TextArea
          label={t('hold.comments')}
          required
          maxLength={MAX_COMMENTS_LENGTH}
          error={hasTried && isCommentMissing ? t('hold.commentsMissing') : undefined}
          value={comments}
          onChange={setComments}
        />
        <TextField
          label={t('hold.followUp')}
          type="date"
          min={day}
          error={hasTried && isDatePast ? t('hold.followUpPast') : undefined}
          value={nextFollowup}
          onChange={setNextFollowup}
        />
      </Stack>
    </Dialog>
  )
}
