import { CODE_LENGTH } from '@veni/domain/sign-in'
import type { SubmitEvent } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { CodeBoxes } from '../../ui/form/code-boxes.tsx'
import type { CodeFormState } from './use-code-form.ts'

export interface CodeFormProps {
  form: CodeFormState
}

/** Six boxes of one digit each. Enter verifies. */
export function CodeForm({ form }: CodeFormProps) {
  const t = useTranslate()
  const boxLabels = Array.from({ length: CODE_LENGTH }, (_, at) =>
    t('otp.digit', { number: at + 1 }),
  )

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    void form.verify()
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <CodeBoxes
        legend={t('otp.code')}
        boxLabels={boxLabels}
        value={form.code}
        onChange={form.setCode}
        error={form.error && t(form.error)}
        isWrong={form.error === 'otp.wrong'}
        focusFirst
      />
      {/* Without a submit button, Enter does nothing in a form with several fields. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} disabled={!form.isComplete} />
    </form>
  )
}
