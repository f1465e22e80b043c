import { agentImagePath, agentImageWidths } from '../../rules.ts'
import type { Agent } from '../../schema.ts'
import { PersonaArt } from './persona-art.tsx'

interface AgentPictureProps {
  agent: Pick<Agent, 'slug' | 'colors' | 'picture'>
  sizes: string
  priority: boolean
}

const sourceSet = (base: string, format: 'avif' | 'webp' | 'png') =>
  agentImageWidths.map((width) => `${agentImagePath(base, width, format)} ${width}w`).join(', ')

/** Shows the motif until the picture has loaded. Decorative: the name is below. */
export function AgentPicture({ agent: { slug, colors, picture }, sizes, priority }: AgentPictureProps) {
  return (
    <span className="dimmed relative block size-full rounded-[inherit]">
      {/* slightly smaller than the picture: two coinciding round edges would show as a line */}
      <PersonaArt
        slug={slug}
        colors={colors}
        className={`absolute rounded-[inherit] ${picture ? 'inset-px size-[calc(100%-2px)]' : 'inset-0 size-full'}`}
      />
      {picture && (
        <picture className="contents">
          <source type="image/avif" srcSet={sourceSet(picture.base, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sourceSet(picture.base, 'webp')} sizes={sizes} />
          <img
            src={picture.src}
            width={picture.width}
            height={picture.height}
            alt=""
            loading={priority ? 'eager' : 'lazy'}
            decoding="async"
            className="relative size-full object-cover"
          />
        </picture>
      )}
    </span>
  )
}
