import type { SubmitEvent } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import type { PhoneFormState } from './use-phone-form.ts'

export interface PhoneFormProps {
  form: PhoneFormState
}

/** The form has no submit button: a disabled one would block Enter, which must show the error. */
export function PhoneForm({ form }: PhoneFormProps) {
  const t = useTranslate()

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    form.submit()
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <TextField
        label={t('login.phone')}
        hint={t('login.phoneHint')}
        error={form.isMissing ? t('login.phoneMissing') : undefined}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="send"
        value={form.phone}
        onChange={form.setPhone}
      />
    </form>
  )
}
