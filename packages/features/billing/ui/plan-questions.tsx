import type { StructuredData } from '@duo/platform/browser/seo.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { allPlans, awaitsPrices, currencyOf, PLANS } from '../rules.ts'
import { limitText } from './plan-text.ts'

function questions() {
  const waiting = awaitsPrices(allPlans, currencyOf(getLocale()))
  return [
    ...(waiting ? [{ id: 'prices', question: m.billing_faq_prices_question(), answer: m.billing_faq_prices_answer() }] : []),
    { id: 'list', question: m.billing_faq_list_question(), answer: m.billing_faq_list_answer() },
    { id: 'token', question: m.billing_faq_token_question(), answer: m.billing_faq_token_answer() },
    { id: 'limit', question: m.billing_faq_limit_question(), answer: m.billing_faq_limit_answer() },
    { id: 'buyers', question: m.billing_faq_buyers_question(), answer: m.billing_faq_buyers_answer() },
    {
      id: 'creation',
      question: m.billing_faq_creation_question(),
      answer: m.billing_faq_creation_answer({ count: limitText(PLANS.free.activeAgents) }),
    },
    { id: 'currency', question: m.billing_faq_currency_question(), answer: m.billing_faq_currency_answer() },
    { id: 'earning', question: m.billing_faq_earning_question(), answer: m.billing_faq_earning_answer() },
    { id: 'training', question: m.billing_faq_training_question(), answer: m.billing_faq_training_answer() },
  ]
}

/** Structured data for search engines. No product or offer, because there is no price. */
export const questionsAsData = (): StructuredData => ({
  '@type': 'FAQPage',
  mainEntity: questions().map(({ question, answer }) => ({
    '@type': 'Question' as const,
    name: question,
    acceptedAnswer: { '@type': 'Answer' as const, text: answer },
  })),
})

export function PlanQuestions() {
  return (
    <section
      aria-labelledby="questions-title"
      className="page-column relative grid gap-x-8 gap-y-10 bg-paper pb-section lg:grid-cols-12"
    >
      <h2 id="questions-title" className="font-voice text-5xl font-[300] lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
        {m.billing_faq_title()}
      </h2>
      <div className="border-b border-line-strong lg:col-span-8">
        {questions().map(({ id, question, answer }, index) => (
          <details key={id} name="plan-questions" open={index === 0} className="group border-t border-line-strong">
            <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-x-6 py-4 font-display text-xl leading-snug font-[560] [&::-webkit-details-marker]:hidden">
              {question}
              <Marker />
            </summary>
            <p className="mt-1 mb-8 w-fit max-w-read rounded-heard bg-voice-bright px-6 py-5 text-on-bright sm:ml-8">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

function Marker() {
  return (
    <span
      aria-hidden="true"
      className="size-5 flex-none -rotate-90 rounded-full rounded-br-[2px] border-2 border-ink transition-[rotate,background-color] group-open:rotate-90 group-open:border-voice-bright group-open:bg-voice-bright"
    />
  )
}
