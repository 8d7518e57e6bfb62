import { useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './legal-links.module.css'

const texts = ['login.terms', 'login.privacy', 'login.cookies'] as const

/** Placeholders (spec §2 "Login"); each says so instead of doing nothing (ruling 13). */
export function LegalLinks() {
  const t = useTranslate()
  const [open, setOpen] = useState<(typeof texts)[number]>()
  const close = () => setOpen(undefined)
  return (
    <div className={styles.links}>
      {texts.map((text) => (
        <LinkButton
          key={text}
          variant="quiet"
          href={`#${text}`}
          onClick={(event) => {
            event.preventDefault()
            setOpen(text)
          }}
        >
          {t(text)}
        </LinkButton>
      ))}
      {open && (
        <Dialog
          title={t(open)}
          onCancel={close}
          actions={
            <Button wide onClick={close}>
              {t('common.close')}
            </Button>
          }
        >
          <p>{t('login.notPublished')}</p>
        </Dialog>
      )}
    </div>
  )
}
