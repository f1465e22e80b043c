import { imagePath, imageWidths } from '../../rules.ts'

interface ArticlePictureProps {
  image: string
  /** Empty where the text beside it says the same. */
  alt: string
  sizes: string
  priority?: boolean
}

const plain = { width: 800, height: 450 }

const sourceSet = (image: string, format: 'avif' | 'webp' | 'png') =>
  imageWidths.map((width) => `${imagePath(image, width, format)} ${width}w`).join(', ')

export function ArticlePicture({ image, alt, sizes, priority = false }: ArticlePictureProps) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(image, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(image, 'webp')} sizes={sizes} />
      <img
        src={imagePath(image, plain.width, 'png')}
        srcSet={sourceSet(image, 'png')}
        sizes={sizes}
        {...plain}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        className="dimmed size-full object-cover"
      />
    </picture>
  )
}
