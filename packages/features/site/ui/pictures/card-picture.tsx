import { m } from '@duo/platform/i18n/messages.ts'
import { AgentSummary, type SummarizedAgent } from '#marketplace/ui/agents/agent-summary.tsx'
import { Picture, panelClasses } from './picture.tsx'

const example = (): SummarizedAgent => ({
  name: 'Caio Prado',
  slug: 'caio-prado',
  description: m.site_picture_card_description(),
  voice_description: m.site_picture_card_voice(),
  category: 'music',
  lived: 'Trusted Expert',
  colors: ['#43194a', '#f6b23c'],
  picture: null,
})

export function CardPicture() {
  return (
    <Picture caption={m.site_picture_card()} className="max-w-96">
      <div className={`${panelClasses} grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 sm:flex sm:flex-col sm:gap-y-0`}>
        <AgentSummary agent={example()} priority={false} />
      </div>
    </Picture>
  )
}
