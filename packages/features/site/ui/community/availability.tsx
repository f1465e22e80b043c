import { m } from '@duo/platform/i18n/messages.ts'

export function CommunityAvailability() {
  const states = [
    { id: 'today', name: m.site_community_open_today_name(), text: m.site_community_open_today_text() },
    { id: 'beta', name: m.site_community_open_beta_name(), text: m.site_community_open_beta_text() },
  ]
  const habits = [
    { id: 'source', name: m.site_community_habit_source_name(), text: m.site_community_habit_source_text() },
    { id: 'idea', name: m.site_community_habit_idea_name(), text: m.site_community_habit_idea_text() },
    { id: 'invite', name: m.site_community_habit_invite_name(), text: m.site_community_habit_invite_text() },
  ]
  return (
    <>
      <section aria-labelledby="open" className="page-column grid gap-x-8 gap-y-10 pt-section lg:grid-cols-12">
        <div className="lg:col-span-5">
          <p className="font-semibold text-muted">{m.site_community_open_label()}</p>
          <h2 id="open" className="font-voice mt-4 max-w-[14ch] text-4xl font-[560]">
            {m.site_community_open_title()}
          </h2>
        </div>
        <dl className="grid gap-8 self-end md:grid-cols-2 lg:col-span-7">
          {states.map((state) => (
            <div key={state.id} className="border-t-2 border-ink pt-4">
              <dt className="font-display text-xl font-[560]">{state.name}</dt>
              <dd className="mt-2 max-w-[38ch]">{state.text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="habits" className="page-column py-section">
        <h2 id="habits" className="font-sans text-base font-semibold tracking-normal text-muted">
          {m.site_community_habits_title()}
        </h2>
        <ul className="mt-6 grid gap-x-8 md:grid-cols-3">
          {habits.map((habit) => (
            <li key={habit.id} className="border-t border-line-strong py-5">
              <h3 className="text-xl">{habit.name}</h3>
              <p className="mt-2 max-w-[34ch] text-muted">{habit.text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
