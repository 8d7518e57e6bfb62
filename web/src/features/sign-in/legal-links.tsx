import { useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { LinkButton } from '../../ui/button/link-button.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from './legal-links.module.css'

const documents = ['login.terms', 'login.privacy', 'login.cookies'] as const

/** Placeholder links: each shows that its text does not exist yet. */
export function LegalLinks() {
  const t = useTranslate()
  const [opened, setOpened] = useState<(typeof documents)[number]>()
  return (
    <Stack gap="small">
      <div className={styles.links}>
        {documents.map((text) => (
          <LinkButton
            key={text}
            variant="quiet"
            href={`#${text}`}
            onClick={(event) => {
              event.preventDefault()
              setOpened(text)
            }}
          >
            {t(text)}
          </LinkButton>
        ))}
      </div>
      <output className={styles.answer}>
        {opened && `${t(opened)}: ${t('login.notPublished')}`}
      </output>
    </Stack>
  )
}
