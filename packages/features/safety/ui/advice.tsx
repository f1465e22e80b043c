import { m } from '@duo/platform/i18n/messages.ts'

interface Advice {
  id: string
  title: () => string
  lines: readonly (() => string)[]
}

export const adviceSections: readonly Advice[] = [
  {
    id: 'calling',
    title: m.safety_page_calling_title,
    lines: [m.safety_page_calling_answer, m.safety_page_calling_name, m.safety_page_calling_leave, m.safety_page_calling_send],
  },
  {
    id: 'silent',
    title: m.safety_page_silent_title,
    lines: [m.safety_page_silent_write, m.safety_page_silent_emergency],
  },
  {
    id: 'friend',
    title: m.safety_page_friend_title,
    lines: [
      m.safety_page_friend_listen,
      m.safety_page_friend_ask,
      m.safety_page_friend_secret,
      m.safety_page_friend_stay,
      m.safety_page_friend_call,
    ],
  },
]

export function AdviceSection({ id, title, lines }: Advice) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-8 gap-y-4 border-t border-line-strong py-10 lg:grid-cols-12 lg:py-14"
    >
      <h2 id={`${id}-title`} className="text-2xl lg:col-span-4">
        {title()}
      </h2>
      <ul className="lg:col-span-8">
        {lines.map((line) => (
          <li
            key={line()}
            className="max-w-read border-t border-line py-3 first:border-t-0 first:pt-0 lg:text-lg lg:leading-snug"
          >
            {line()}
          </li>
        ))}
      </ul>
    </section>
  )
}
