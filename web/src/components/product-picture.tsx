import { Picture } from '../ui/display/picture.tsx'

export interface ProductPictureProps {
  src: string
  /** Empty when the name stands beside it. */
  alt?: string
}

/** A product's picture, or the drawn parcel when there is none to be had. */
export function ProductPicture({ src, alt = '' }: ProductPictureProps) {
  return <Picture src={src} alt={alt} fallbackSrc="/pictures/fallback.svg" />
}
