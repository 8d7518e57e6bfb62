import { useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { LinkButton } from '../../ui/button/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import styles from './legal-links.module.css'

const texts = ['login.terms', 'login.privacy', 'login.cookies'] as const

/** Placeholders; each says so instead of doing nothing (ruling 13). */
export function LegalLinks() {
  const t = useTranslate()
  const [asked, setAsked] = useState<(typeof texts)[number]>()
  return (
    <Stack gap="small">
      <div className={styles.links}>
        {texts.map((text) => (
          <LinkButton
            key={text}
            variant="quiet"
            href={`#${text}`}
            onClick={(event) => {
              event.preventDefault()
              setAsked(text)
            }}
          >
            {t(text)}
          </LinkButton>
        ))}
      </div>
      <output className={styles.answer}>
        {asked && `${t(asked)}: ${t('login.notPublished')}`}
      </output>
    </Stack>
  )
}
