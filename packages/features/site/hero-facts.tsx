import { m } from '@duo/platform/i18n/messages.ts'

/** What the expert brings and keeps, as an index under the hero: a name and a sentence each. */
export function HeroFacts() {
  const facts = [
    { id: 'content', name: m.site_facts_content_name(), text: m.site_facts_content_text() },
    { id: 'seal', name: m.site_facts_seal_name(), text: m.site_facts_seal_text() },
    { id: 'royalties', name: m.site_facts_money_name(), text: m.site_facts_money_text() },
    { id: 'vault', name: m.site_facts_vault_name(), text: m.site_facts_vault_text() },
  ]
  return (
    <div className="page-column pb-16 lg:pb-28">
      <h2 className="sr-only">{m.site_facts_label()}</h2>
      <dl className="lg:grid lg:grid-cols-[1.2fr_1.2fr_0.9fr_0.9fr] lg:gap-x-8">
        {facts.map((fact) => (
          <div
            key={fact.id}
            className="grid grid-cols-[8.5rem_1fr] gap-x-4 border-t border-line-strong py-4 sm:grid-cols-[14rem_1fr] lg:block lg:pt-5"
          >
            <dt className="font-display text-lg leading-snug font-[560]">{fact.name}</dt>
            <dd className="text-pretty text-muted lg:mt-1 lg:max-w-[30ch]">{fact.text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
