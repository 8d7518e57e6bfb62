import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import choice from './choice.module.css'

export interface ActionCardProps extends Omit<
  ComponentProps<'button'>,
  'className' | 'style' | 'children'
> {
  label: string
  description?: string
  icon?: LucideIcon
}

/** A big card that acts at once, such as a way of payment. Its visible text is its accessible name. */
export function ActionCard({ label, description, icon: Icon, ...rest }: ActionCardProps) {
  return (
    <button type="button" {...rest} className={choice.choice}>
      {Icon && <Icon />}
      <span className={choice.text}>
        <span className={choice.label}>{label}</span>
        {description && <span className={choice.description}>{description}</span>}
      </span>
      <ChevronRight />
    </button>
  )
}
