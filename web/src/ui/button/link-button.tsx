import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { type ButtonVariant, buttonStyle } from './button.tsx'

export interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  variant?: ButtonVariant
  icon?: LucideIcon
  wide?: boolean
}

/** A link with the style of a button; a router's link can wrap it and pass `href` and `onClick`. */
export function LinkButton({
  variant = 'secondary',
  icon: Icon,
  wide,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={buttonStyle(variant, wide)}>
      {Icon && <Icon />}
      <span>{children}</span>
    </a>
  )
}
