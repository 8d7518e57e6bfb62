import { Picture } from '../ui/picture.tsx'

export interface ProductPictureProps {
  src: string
  /** Empty when the name stands beside it. */
  alt?: string
  /** 3:2 for the catalogue; square otherwise. */
  wide?: boolean
}

/** A product's picture, or the drawn parcel when there is none to be had. */
export function ProductPicture({ src, alt = '', wide }: ProductPictureProps) {
  return <Picture src={src} alt={alt} fallbackSrc="/pictures/fallback.svg" wide={wide} />
}
