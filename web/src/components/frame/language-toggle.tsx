import { setLanguage, translation, type Language } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { SegmentedControl } from '../../ui/choice/segmented-control.tsx'

/** Switches the whole app between English and Telugu. */
export function LanguageToggle() {
  const t = useTranslate()
  const { language } = useValue(translation)
  return (
    <SegmentedControl<Language>
      label={t('common.language')}
      segments={[
        { value: 'en', label: t('common.english'), lang: 'en' },
        { value: 'te', label: t('common.telugu'), lang: 'te' },
      ]}
      value={language}
      onChange={(next) => void setLanguage(next)}
    />
  )
}
