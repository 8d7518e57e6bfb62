import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslate } from '../../../i18n/translate.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import styles from './customer-search-field.module.css'

export interface CustomerSearchFieldProps {
  query: string
  onChange: (query: string) => void
}

export function CustomerSearchField({ query, onChange }: CustomerSearchFieldProps) {
  const t = useTranslate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className={styles.field}>
      <Search />
      <label htmlFor={id} className="visually-hidden">
        {t('search.label')}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        className={styles.input}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        // The hits are already on the screen: the Search key only closes the keyboard.
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {query !== '' && (
        <IconButton
          icon={X}
          label={t('search.clear')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        />
      )}
    </search>
  )
}
