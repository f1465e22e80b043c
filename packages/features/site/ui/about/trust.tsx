import { m } from '@duo/platform/i18n/messages.ts'
import type { ComponentType } from 'react'
import { CardPicture } from '../pictures/card-picture.tsx'
import { ConversationPicture } from '../pictures/conversation-picture.tsx'
import { RoyaltiesDrawing } from './illustrations.tsx'

interface Answer {
  id: string
  question: string
  name: string
  text: string
  Drawing: ComponentType
}

export function AboutTrust() {
  const answers: Answer[] = [
    {
      id: 'seal',
      question: m.site_about_seal_question(),
      name: m.site_about_seal_name(),
      text: m.site_about_seal_text(),
      Drawing: CardPicture,
    },
    {
      id: 'vault',
      question: m.site_about_vault_question(),
      name: m.site_about_vault_name(),
      text: m.site_about_vault_text(),
      Drawing: ConversationPicture,
    },
    {
      id: 'royalties',
      question: m.site_about_royalties_question(),
      name: m.site_about_royalties_name(),
      text: m.site_about_royalties_text(),
      Drawing: RoyaltiesDrawing,
    },
  ]
  return (
    <section id="trust" aria-labelledby="trust-title" className="bg-paper-sunk">
      <div className="page-column py-section">
        <p className="font-semibold text-muted">{m.site_about_trust_label()}</p>
        <h2 id="trust-title" className="font-voice mt-4 max-w-[20ch] text-4xl font-[560]">
          {m.site_about_trust_title()}
        </h2>
        <div className="mt-12 lg:mt-20">
          {answers.map((answer) => (
            <TrustAnswer key={answer.id} {...answer} />
          ))}
        </div>
      </div>
    </section>
  )
}

function TrustAnswer({ question, name, text, Drawing }: Answer) {
  return (
    <div className="grid items-center gap-x-8 gap-y-8 border-t border-line-strong py-10 md:grid-cols-12 lg:py-16">
      <div className="max-w-104 md:order-2 md:col-span-5 md:max-w-none lg:col-start-8">
        <Drawing />
      </div>
      <div className="md:col-span-7">
        <h3>
          <span className="block text-4xl leading-none font-[300] tracking-display lg:text-5xl">{question}</span>{' '}
          <span className="mt-5 block font-sans text-lg font-semibold tracking-normal">{name}</span>
        </h3>
        <p className="mt-3 max-w-[52ch]">{text}</p>
      </div>
    </div>
  )
}
