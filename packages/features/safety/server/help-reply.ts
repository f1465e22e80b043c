import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import type { Topic } from '@duo/engine/distress/topics.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { type Helpline, helplinesFor } from '../rules.ts'
import { emergencyLinks, type HelpPlace, linked, waysOf } from './help-text.ts'

type Text = (
  inputs: Record<'emergency' | 'police' | 'line' | 'ways' | 'open', string>,
  options: { locale: HelpPlace['locale'] },
) => string

type Group = 'self' | 'harm' | 'child' | 'danger'

const groupOf: Record<HelpKind, Group> = {
  suicide: 'self',
  eating: 'self',
  violence: 'harm',
  sexual: 'harm',
  child: 'child',
  danger: 'danger',
}

const forAll = (text: Text): Record<Group, Text> => ({ self: text, harm: text, child: text, danger: text })

const texts: Record<Topic, Record<Group, Text>> = {
  urgent: forAll(m.safety_after_now),
  pregnant: { ...forAll(m.safety_after_stay_2), harm: m.safety_after_pregnant, child: m.safety_after_pregnant },
  crime: { ...forAll(m.safety_after_enough), harm: m.safety_after_crime, child: m.safety_after_crime },
  cpr: forAll(m.safety_after_cpr),
  throat: { ...forAll(m.safety_after_stay_2), harm: m.safety_after_throat, child: m.safety_after_throat },
  minor: forAll(m.safety_after_minor),
  firstAid: { ...forAll(m.safety_after_stay_2), danger: m.safety_after_first_aid },
  pictures: { ...forAll(m.safety_after_stay_2), harm: m.safety_after_pictures, child: m.safety_after_pictures },
  fine: { ...forAll(m.safety_after_enough), danger: m.safety_after_fine_danger },
  called: forAll(m.safety_after_called),
  unanswered: forAll(m.safety_after_unanswered),
  write: forAll(m.safety_after_write),
  police: {
    self: m.safety_after_police_self,
    harm: m.safety_after_police_harm,
    child: m.safety_after_police_child,
    danger: m.safety_after_why_danger,
  },
  secret: { ...forAll(m.safety_after_secret), child: m.safety_after_police_child, danger: m.safety_after_secret_danger },
  cost: forAll(m.safety_after_cost),
  open: forAll(m.safety_after_open),
  say: { ...forAll(m.safety_after_say_harm), self: m.safety_after_say_self, danger: m.safety_after_say_danger },
  friend: forAll(m.safety_after_friend),
  fight: forAll(m.safety_after_fight),
  leave: { ...forAll(m.safety_after_leave), self: m.safety_after_stay_2, danger: m.safety_after_where_danger },
  where: { ...forAll(m.safety_after_where_harm), self: m.safety_after_where_self, danger: m.safety_after_where_danger },
  better: forAll(m.safety_after_better),
  enough: forAll(m.safety_after_enough),
  why: { ...forAll(m.safety_after_why_harm), self: m.safety_after_why_self, danger: m.safety_after_why_danger },
  refuse: { ...forAll(m.safety_after_refuse), danger: m.safety_after_why_danger },
  you: forAll(m.safety_after_you),
  thanks: forAll(m.safety_after_thanks),
}

const stays: readonly Text[] = [m.safety_after_stay_1, m.safety_after_stay_2, m.safety_after_stay_3]
/** In immediate danger, each says what to do now. */
const staysInDanger: readonly Text[] = [m.safety_after_first_aid, m.safety_after_say_danger, m.safety_after_why_danger]

/** What the replies about oneself become if the conversation is about someone else. */
const aboutOther: readonly HelpReply[] = ['where', 'why', 'say', 'refuse', 'you', 'friend', 'enough', 'fine']

/** `now`: the user is in danger again. A number counts the replies given so far to messages that ask nothing we know. */
export type HelpReply = Topic | 'now' | 'over' | number

/** Returns the reply to a message after help, as Markdown. */
export function helpReplyText(reply: HelpReply, kind: HelpKind, place: HelpPlace, isAboutOther = false): string {
  const { locale, regions } = place
  const lines = regions.flatMap((region) => helplinesFor(region, kind))
  const first = regions.flatMap((region) => helplinesFor(region, kind).find(({ call }) => call) ?? [])
  const text = textFor(reply, groupOf[kind], isAboutOther)
  const service = groupOf[kind] === 'harm' || groupOf[kind] === 'child' ? 'police' : 'ambulance'
  return text(
    {
      emergency: emergencyLinks(place, service),
      police: emergencyLinks(place, 'police'),
      line: listed(
        first.map((line) => `${linked(line.call ?? '')} (${line.name})`),
        place,
      ),
      ways: listed(written(lines, place), place),
      open: listed(
        lines
          .filter(({ hours, call }) => call && hours === 'always')
          .slice(0, 3)
          .map(({ name, call }) => `${linked(call ?? '')} (${name})`),
        place,
      ),
    },
    { locale },
  )
}

function textFor(reply: HelpReply, group: Group, isAboutOther: boolean): Text {
  if (isAboutOther && group !== 'danger' && aboutOther.includes(reply)) return m.safety_after_friend
  if (reply === 'now') return m.safety_after_now
  if (reply === 'over') return m.safety_after_over
  if (typeof reply === 'string') return texts[reply][group]
  const all = group === 'danger' ? staysInDanger : stays
  return all[reply % all.length] ?? m.safety_after_stay_1
}

/** Ways without speaking; where the kind has none, those of the lines for despair, which turn no one away. */
function written(lines: readonly Helpline[], { locale, regions }: HelpPlace): string[] {
  const own = lines.filter(({ text, chat, whatsapp }) => text ?? chat ?? whatsapp)
  const general = regions.flatMap((region) => helplinesFor(region, 'suicide')).filter(({ text, chat }) => text ?? chat)
  return (own.length > 0 ? own : general).slice(0, 3).map((line) => `${line.name} (${waysOf(line, locale, 'call')})`)
}

const listed = (items: readonly string[], { locale }: HelpPlace) =>
  items.length > 0 ? items.join(m.safety_or({}, { locale })) : `[findahelpline.com](https://findahelpline.com)`
