import { isCalendarDay } from '@veni/domain/follow-up'
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
  const form = useHoldForm(customerId, onSave, onCancel)
  return (
    <Dialog
      title={t('hold.title')}
      onCancel={form.cancel}
      actions={
        <>
          <Button wide onClick={form.cancel}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" onClick={form.submit}>
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
          error={form.isCommentMissing ? t('hold.commentsMissing') : undefined}
          value={form.comments}
          onChange={form.setComments}
        />
        <FollowUpField form={form} />
      </Stack>
    </Dialog>
  )
}

function FollowUpField({ form }: { form: ReturnType<typeof useHoldForm> }) {
  const t = useTranslate()
  return (
    <TextField
      label={t('hold.followUp')}
      type="date"
      min={form.today}
      // Otherwise the field takes years with six digits.
      max="9999-12-31"
      error={form.isDateWrong ? t('hold.followUpPast') : undefined}
      value={form.nextFollowup}
      onChange={form.setNextFollowup}
    />
  )
}

/** Its own scope: there may be no visit yet, and typing here must not open one. */
const scopeOf = (customerId: string) => `hold_${customerId}`

/** The reason is stored with the status, or given up. */
export const deleteHoldReason = (customerId: string) => deleteTyped(scopeOf(customerId))

/** Both fields, stored while the runner types. The errors appear after the first try to save. */
function useHoldForm(
  customerId: string,
  onSave: HoldDialogProps['onSave'],
  onCancel: HoldDialogProps['onCancel'],
) {
  const scope = scopeOf(customerId)
  const [comments = '', setComments] = useTypedField(scope, 'comments')
  const [nextFollowup = '', setNextFollowup] = useTypedField(scope, 'nextFollowup')
  const [hasTried, setHasTried] = useState(false)
  const day = useValue(today)
  const isCommentMissing = comments.trim() === ''
  const isDateWrong = nextFollowup !== '' && !(isCalendarDay(nextFollowup) && nextFollowup >= day)

  function submit() {
    setHasTried(true)
    if (isCommentMissing || isDateWrong) return
    onSave({ comments: comments.trim(), nextFollowup })
  }

  function cancel() {
    deleteHoldReason(customerId)
    onCancel()
  }

  return {
    comments,
    setComments,
    nextFollowup,
    setNextFollowup,
    today: day,
    isCommentMissing: hasTried && isCommentMissing,
    isDateWrong: hasTried && isDateWrong,
    submit,
    cancel,
  }
}
