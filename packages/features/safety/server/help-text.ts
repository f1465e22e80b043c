import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { regionName } from '../region-name.ts'
import {
  directoryAddress,
  emergencyNumbers,
  type Helpline,
  helplinesFor,
  helpPage,
  type Region,
  telephoneAddress,
  textAddress,
  whatsappAddress,
} from '../rules.ts'

/** `regions` in display order: one that the browser names, or two that it may be. */
export interface HelpPlace {
  locale: Locale
  regions: readonly Region[]
}

/** Who was asked: a persona, which plays a role, or a program, such as an agent made from documents. */
export type Speaker = 'role' | 'program'

const leads = { role: m.safety_help_lead_role, program: m.safety_help_lead_program }
const selves = { role: m.safety_help_self_role, program: m.safety_help_self_program }

interface HelpFor {
  /** The user writes about someone else. */
  isAboutOther?: boolean
  speaker?: Speaker
}

const parts = {
  danger: [m.safety_help_danger, m.safety_help_danger_close, null],
  suicide: [m.safety_help_suicide, m.safety_help_suicide_close, m.safety_help_suicide_lines],
  violence: [m.safety_help_violence, m.safety_help_violence_close, m.safety_help_violence_lines],
  child: [m.safety_help_child, m.safety_help_child_close, m.safety_help_child_lines],
  sexual: [m.safety_help_sexual, m.safety_help_sexual_close, m.safety_help_sexual_lines],
  eating: [m.safety_help_eating, m.safety_help_eating_close, m.safety_help_eating_lines],
} as const satisfies Record<HelpKind, unknown>

const groups = { women: m.safety_line_women, men: m.safety_line_men, young: m.safety_line_young, adults: m.safety_line_adults }

const linesShown = 5

export const linked = (number: string) => `[${number}](${telephoneAddress(number)})`

/** The emergency number as a link, with its country if it is one of several: `[911](tel:911) in the United States or …`. */
export function emergencyLinks({ locale, regions }: HelpPlace, service: 'police' | 'ambulance'): string {
  const numbers = regions.map((region) => {
    const number = linked(emergencyNumbers[region][service])
    return regions.length === 1 ? number : m.safety_number_in({ number, country: regionName(region, locale) }, { locale })
  })
  return numbers.join(m.safety_or({}, { locale }))
}

/** The ways to reach a line, calls first, as links separated by commas. */
export function waysOf(line: Helpline, locale: Locale, without: 'call' | null = null): string {
  const { call, text, chat, whatsapp } = line
  return [
    without === null && call && linked(call),
    text &&
      `[${text.word ? m.safety_line_text_word({ word: text.word, number: text.to }, { locale }) : m.safety_line_text({ number: text.to }, { locale })}](${textAddress(text.to)})`,
    whatsapp && `[WhatsApp ${whatsapp}](${whatsappAddress(line)})`,
    chat && `[${m.safety_line_chat({}, { locale })}](${chat})`,
  ]
    .filter(Boolean)
    .join(', ')
}

function item(line: Helpline, { locale, regions }: HelpPlace): string {
  const hours = line.hours === 'always' ? m.safety_line_always({}, { locale }) : line.hours?.[locale]
  const marks = [line.for && groups[line.for]({}, { locale }), hours].filter(Boolean).join(', ')
  const country = regions.length > 1 ? `${regionName(line.region, locale)}, ` : ''
  return `- ${country}**${line.name}**: ${waysOf(line, locale)}${marks && ` (${marks})`}`
}

/** Returns the help that replaces a reply, as Markdown. */
export function helpText(kind: HelpKind, place: HelpPlace, { isAboutOther = false, speaker = 'role' }: HelpFor = {}): string {
  const { locale, regions } = place
  const lines = regions.flatMap((region) => helplinesFor(region, kind).slice(0, linesShown))
  const more = [
    `- [${m.safety_help_more({}, { locale })}](${helpPage(kind, locale, regions)})`,
    `- [findahelpline.com](${directoryAddress})`,
  ]
  const numbers = [...lines.map((line) => item(line, place)), ...more].join('\n')
  const [introduction, closing, call] = isAboutOther ? partsForOther(kind) : parts[kind]
  const who = { lead: leads[speaker]({}, { locale }), self: selves[speaker]({}, { locale }) }
  const [emergency, police] = [emergencyLinks(place, 'ambulance'), emergencyLinks(place, 'police')]
  const close = closing({ emergency: kind === 'violence' && isAboutOther ? police : emergency, police }, { locale })
  // in immediate danger, the numbers come first; otherwise last, where phones show them without scrolling
  if (!call) return [introduction(who, { locale }), numbers, close].join('\n\n')
  return [introduction(who, { locale }), close, call({}, { locale }), numbers].join('\n\n')
}

/** The help for danger fits anyone in it; the close of the help for children also speaks to adults. */
function partsForOther(kind: HelpKind) {
  if (kind === 'danger') return parts.danger
  if (kind === 'child') return [m.safety_help_other, m.safety_help_child_close, m.safety_help_child_lines] as const
  // what a hospital can do, and until when, matters most
  if (kind === 'sexual') return [m.safety_help_other, m.safety_help_sexual_close, m.safety_help_other_lines] as const
  const closing = kind === 'suicide' ? m.safety_help_other_close : m.safety_help_other_close_harm
  return [m.safety_help_other, closing, m.safety_help_other_lines] as const
}
