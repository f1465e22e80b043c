import { m } from '@duo/platform/i18n/messages.ts'

export function AboutMission() {
  return (
    <section aria-labelledby="mission" className="page-column grid gap-x-8 gap-y-16 py-section lg:grid-cols-12">
      <div className="lg:col-span-7">
        <p className="font-semibold text-muted">{m.site_about_mission_label()}</p>
        <h2 id="mission" className="font-voice mt-4 text-4xl font-[560]">
          {m.site_about_mission_title()}
        </h2>
      </div>
      <div className="grid max-w-read gap-4 self-end lg:col-span-5">
        <p>{m.site_about_mission_making()}</p>
        <p>{m.site_about_mission_keeping()}</p>
      </div>
      <div className="lg:col-span-12">
        <PairLedger />
      </div>
    </section>
  )
}

/** A table, because screen readers should read it row by row. */
function PairLedger() {
  const rows = [
    { id: 'know', you: m.site_about_pair_know_you(), duo: m.site_about_pair_know_duo() },
    { id: 'choose', you: m.site_about_pair_choose_you(), duo: m.site_about_pair_choose_duo() },
    { id: 'earn', you: m.site_about_pair_earn_you(), duo: m.site_about_pair_earn_duo() },
    { id: 'sleep', you: m.site_about_pair_sleep_you(), duo: m.site_about_pair_sleep_duo() },
  ]
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{m.site_about_pair_title()}</caption>
      <thead className="font-display text-lg">
        <tr className="border-b-2 border-ink align-baseline">
          <th scope="col" className="pb-3 font-[620]">
            {m.site_about_pair_you()}
          </th>
          <th scope="col" className="pb-3 pl-4 font-[300] md:pl-8">
            {m.site_about_pair_duo()}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-b border-line align-top">
            <td className="py-4 text-pretty md:py-5 md:text-lg md:leading-snug">{row.you}</td>
            <td className="py-4 pl-4 text-pretty text-muted md:py-5 md:pl-8 md:text-lg md:leading-snug">{row.duo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
