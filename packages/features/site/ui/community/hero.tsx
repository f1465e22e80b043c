import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath, overlapPath } from '@duo/platform/shared/motif.ts'
import { inviteTarget } from '#waitlist/rules.ts'

/** A row on wide windows, a zigzag on phones. In units of the view box. */
const wide = {
  width: 872,
  height: 200,
  r: 100,
  at: (i: number) => ({ x: 100 + i * 168, y: 100 }),
  className: 'max-md:hidden',
}
const phone = {
  width: 320,
  height: 512,
  r: 84,
  at: (i: number) => ({ x: (i % 2 ? 206 : 84) + i * 10, y: 84 + i * 86 }),
  className: 'md:hidden',
}

export function CommunityHero() {
  return (
    <section className="overflow-x-clip pt-header">
      <div className="page-column grid gap-x-8 pt-8 md:pt-10 lg:grid-cols-12 lg:pt-16">
        <p className="font-semibold text-muted lg:col-span-12">{m.site_community_kicker()}</p>
        <h1 className="font-voice mt-4 -ml-[0.04em] text-4xl text-wrap sm:text-5xl md:mt-6 lg:col-span-12 lg:text-display">
          <span className="block font-[620] text-balance">{m.site_community_heading_first()}</span>{' '}
          <span className="block font-[300] text-balance">{m.site_community_heading_second()}</span>
        </h1>
        <p className="mt-8 max-w-[40ch] text-lg leading-snug lg:col-span-5 lg:col-start-8 lg:mt-10">{m.site_community_lead()}</p>
        <figure className="mt-12 lg:col-span-12 lg:mt-12">
          <FriendsChain {...phone} />
          <FriendsChain {...wide} />
          <figcaption className="mt-4 text-sm text-muted md:text-right">{m.site_community_chain_caption()}</figcaption>
        </figure>
      </div>
    </section>
  )
}

function FriendsChain({ width, height, r, at, className }: typeof wide) {
  const friends = Array.from({ length: inviteTarget }, (_, i) => ({ ...at(i), r, number: i + 1, last: i + 1 === inviteTarget }))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
      className={`h-auto w-full overflow-visible ${className}`}
    >
      {friends.map(({ number, last, ...friend }) =>
        last ? (
          <path key={number} d={agentPath(friend)} className="fill-voice-bright" />
        ) : (
          <circle key={number} cx={friend.x} cy={friend.y} r={r} className="fill-voice-deep" />
        ),
      )}
      {friends.slice(1).map((friend, i) => (
        <path key={friend.number} d={overlapPath(friends[i] ?? friend, friend)} className="fill-overlap" />
      ))}
      {friends.map(({ number, last, x, y }) => (
        <text
          key={number}
          x={x}
          y={y}
          dy="0.34em"
          textAnchor="middle"
          fontSize={r * 0.72}
          className={`font-voice font-[300] ${last ? 'fill-on-bright' : 'fill-on-deep'}`}
        >
          {number}
        </text>
      ))}
    </svg>
  )
}
