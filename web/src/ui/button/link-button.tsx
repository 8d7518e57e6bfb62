import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { type ButtonVariant, buttonStyle } from './button-style.ts'

export interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  variant?: ButtonVariant
  icon?: LucideIcon
  wide?: boolean
}

/** An anchor that looks like a button; a router's link may wrap it and hand it `href` and `onClick`. */
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
