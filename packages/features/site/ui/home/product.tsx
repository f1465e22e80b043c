import { m } from '@duo/platform/i18n/messages.ts'
import { CardPicture } from '../pictures/card-picture.tsx'
import { ConversationPicture } from '../pictures/conversation-picture.tsx'
import { PlanPicture } from '../pictures/plan-picture.tsx'
import { ArtContent, ArtMoney } from './product-illustrations.tsx'

const benefits = [
  {
    id: 'content',
    title: () => m.site_product_content_title(),
    text: () => m.site_product_content_text(),
    picture: ArtContent,
    place: 'lg:col-span-7',
  },
  {
    id: 'hours',
    title: () => m.site_product_hours_title(),
    text: () => m.site_product_hours_text(),
    picture: ConversationPicture,
    place: 'lg:col-span-5',
  },
  {
    id: 'trust',
    title: () => m.site_product_trust_title(),
    text: () => m.site_product_trust_text(),
    picture: CardPicture,
    place: 'lg:col-span-4',
  },
  {
    id: 'money',
    title: () => m.site_product_money_title(),
    text: () => m.site_product_money_text(),
    picture: Earnings,
    place: 'lg:col-span-7 lg:col-start-6',
  },
]

export function HomeProduct() {
  return (
    <section id="product" aria-labelledby="product-title" className="page-column pt-8 pb-section">
      <h2
        id="product-title"
        className="font-voice text-[min(10.4vw,var(--text-5xl))] leading-[1.02] font-[300] whitespace-pre-line"
      >
        {m.site_product_title()}
      </h2>
      <div className="mt-12 grid grid-cols-1 gap-x-8 gap-y-16 md:grid-cols-2 lg:mt-20 lg:grid-cols-12 lg:gap-y-24">
        {benefits.map(({ id, title, text, picture: Shown, place }) => (
          <div key={id} className={`row-span-2 grid grid-rows-subgrid gap-y-0 ${place}`}>
            <Shown />
            <div className="mt-6 border-t border-line-strong pt-4">
              <h3 className="text-xl leading-snug">{title()}</h3>
              <p className="mt-2 max-w-[44ch] text-muted">{text()}</p>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

function Earnings() {
  return (
    <div className="grid items-end gap-8 self-end lg:grid-cols-[2fr_3fr]">
      <div className="max-lg:w-2/3">
        <ArtMoney />
      </div>
      <PlanPicture />
    </div>
  )
}
