import { m } from '@duo/platform/i18n/messages.ts'

export function CommunityAudience() {
  const people = [
    { id: 'creators', name: m.site_community_who_creators_name(), text: m.site_community_who_creators_text() },
    { id: 'experts', name: m.site_community_who_experts_name(), text: m.site_community_who_experts_text() },
    { id: 'small', name: m.site_community_who_small_name(), text: m.site_community_who_small_text() },
    { id: 'companies', name: m.site_community_who_companies_name(), text: m.site_community_who_companies_text() },
    { id: 'developers', name: m.site_community_who_developers_name(), text: m.site_community_who_developers_text() },
  ]
  return (
    <section aria-labelledby="who" className="bg-band text-on-bright">
      <div className="page-column grid gap-x-8 gap-y-10 py-section lg:grid-cols-12">
        <div className="lg:col-span-4">
          <p className="font-semibold">{m.site_community_who_label()}</p>
          <h2 id="who" className="mt-4 max-w-[16ch] text-2xl font-[560]">
            {m.site_community_who_title()}
          </h2>
        </div>
        <dl className="lg:col-span-8">
          {people.map((person) => (
            <div key={person.id} className="border-t border-on-bright/40 py-4 md:py-5">
              <dt className="font-voice text-3xl leading-none md:text-4xl font-[620]">{person.name}</dt>
              <dd className="mt-2 text-lg leading-snug">{person.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
