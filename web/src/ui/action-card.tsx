import { ChevronRight, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useId } from 'react'

import choice from './choice.module.css'

export interface ActionCardProps extends Omit<
  ComponentProps<'button'>,
  'className' | 'style' | 'children'
> {
  label: string
  description?: string
  icon?: LucideIcon
}

/** A big card to tap that goes on at once, such as a way of payment. */
export function ActionCard({ label, description, icon: Icon, ...rest }: ActionCardProps) {
  const id = useId()
  return (
    <button
      type="button"
      {...rest}
      className={choice.choice}
      aria-labelledby={`${id}-label`}
      aria-describedby={description ? `${id}-description` : undefined}
    >
      {Icon && <Icon />}
      <span className={choice.text}>
        <span id={`${id}-label`} className={choice.label}>
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} className={choice.description}>
            {description}
          </span>
        )}
      </span>
      <ChevronRight />
    </button>
  )
}
