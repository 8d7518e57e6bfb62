import { useState } from 'react'
import { useTypedField } from '../../../components/use-typed-field.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { useValue } from '../../../lib/use-value.ts'
import { today } from '../../../state/today.ts'
import { deleteTyped } from '../../../state/typed-fields.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { HoldReason } from './status-actions.ts'

const MAX_COMMENTS_LENGTH = 2_000

export interface HoldDialogProps {
  customerId: string
  /** Name and id of the customer. */
  name: string
  onSave: (reason: HoldReason) => void
  onCancel: () => void
}

/** The reason of a hold, and a follow-up date from today on. */
export function HoldDialog({ customerId, name, onSave, onCancel }: HoldDialogProps) {
  const t = useTranslate()
  // Its own scope: there may be no visit yet, and typing here must not open one.
  const scope = `hold_${customerId}`
  const [comments = '', setComments] = useTypedField(scope, 'comments')
  const [nextFollowup = '', setNextFollowup] = useTypedField(scope, 'nextFollowup')
  const [hasTried, setHasTried] = useState(false)
  const day = useValue(today)
  const isCommentMissing = comments.trim() === ''
  const isDatePast = nextFollowup !== '' && nextFollowup < day

  function handleSave() {
    setHasTried(true)
    if (isCommentMissing || isDatePast) return
    deleteTyped(scope)
    onSave({ comments: comments.trim(), nextFollowup })
  }

  function handleCancel() {
    deleteTyped(scope)
    onCancel()
  }

  return (
    <Dialog
      title={t('hold.title')}
      onCancel={handleCancel}
      actions={
        <>
          <Button wide onClick={handleCancel}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" onClick={handleSave}>
            {t('hold.save')}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{name}</p>
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
