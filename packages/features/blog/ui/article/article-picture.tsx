import { imagePath, imageWidths } from '../../rules.ts'

interface ArticlePictureProps {
  /** Base address of the picture, an article's `image`. */
  image: string
  /** What the picture shows; empty where the text beside it says the same. */
  alt: string
  /** How wide it is shown, as in the `sizes` of an `<img>`. */
  sizes: string
  /** For the picture that a page begins with: it is fetched before everything else instead of when it comes into sight. */
  priority?: boolean
  className?: string
}

/** The size for browsers that choose none, and the proportions of all. */
const plain = { width: 800, height: 450 }

const sourceSet = (image: string, format: 'avif' | 'webp' | 'png') =>
  imageWidths.map((width) => `${imagePath(image, width, format)} ${width}w`).join(', ')

/** An article's picture in the smallest file that is sharp enough here. Its place is kept free before it arrives. */
export function ArticlePicture({
  image,
  alt,
  sizes,
  priority = false,
  className = 'size-full object-cover',
}: ArticlePictureProps) {
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
        className={className}
      />
    </picture>
  )
}
