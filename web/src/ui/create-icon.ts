import { createElement, type SVGProps } from 'react'

interface IconData {
  /** Left out by web/build/bare-icons.ts. */
  readonly name?: string
  /** Tag and attributes of each shape. */
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

/** In the place of Lucide's own in the built app (vite.config.ts): a decoration of 24 px in the colour of its text. */
export default function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        'data-icon': name,
        ...props,
      },
      ...shapes,
    )
}
