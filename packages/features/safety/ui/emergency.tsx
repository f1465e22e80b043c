import { MotifTexture } from '@duo/platform/browser/ui/motif/motif-texture.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { regionName } from '../region-name.ts'
import { emergencyNumbers, type Region, telephoneAddress } from '../rules.ts'

export function EmergencyNumbers({ regions }: { regions: readonly Region[] }) {
  return (
    <section data-ground="deep" aria-labelledby="now" className="relative overflow-clip rounded-heard p-6 sm:p-8 lg:p-10">
      <MotifTexture
        width={600}
        height={420}
        keep="xMaxYMid"
        person={{ x: 410, y: 330, r: 190 }}
        agent={{ x: 560, y: 90, r: 170 }}
      />
      <div className="relative">
        <h2 id="now" className="text-2xl">
          {m.safety_page_now()}
        </h2>
        <div className={`mt-5 grid gap-x-8 gap-y-5 ${regions.length > 1 ? 'sm:grid-cols-2' : ''}`}>
          {regions.map((region) => (
            <div key={region}>
              <h3 className="font-sans text-sm font-semibold tracking-normal text-on-deep-muted">{regionName(region)}</h3>
              <ul className="mt-1 flex flex-wrap gap-x-10">
                {numbersOf(region).map(({ label, number }) => (
                  <li key={number}>
                    <a href={telephoneAddress(number)} className="group flex min-h-14 flex-wrap items-baseline gap-x-3 py-1">
                      <span className="figures font-voice text-5xl font-[620] text-voice-bright underline decoration-2 underline-offset-[0.14em] group-hover:decoration-4">
                        {number}
                      </span>
                      <span className="font-semibold">{label}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <p className="mt-5 max-w-[44ch] text-on-deep-muted">{m.safety_page_now_help()}</p>
      </div>
    </section>
  )
}

function numbersOf(region: Region) {
  const { police, ambulance } = emergencyNumbers[region]
  if (police === ambulance) return [{ label: m.safety_page_police_ambulance(), number: police }]
  return [
    { label: m.safety_page_police(), number: police },
    { label: m.safety_page_ambulance(), number: ambulance },
  ]
}
