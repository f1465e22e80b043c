import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { m } from '@duo/platform/i18n/messages.ts'

interface Topic {
  /** Also the section's anchor. */
  kind: HelpKind
  title: () => string
  text: () => string
}

/** In the page's order: what most readers come for is first. */
export const topics: readonly Topic[] = [
  { kind: 'suicide', title: m.safety_page_suicide_title, text: m.safety_page_suicide_text },
  { kind: 'violence', title: m.safety_page_violence_title, text: m.safety_page_violence_text },
  { kind: 'child', title: m.safety_page_child_title, text: m.safety_page_child_text },
  { kind: 'sexual', title: m.safety_page_sexual_title, text: m.safety_page_sexual_text },
  { kind: 'eating', title: m.safety_page_eating_title, text: m.safety_page_eating_text },
  { kind: 'danger', title: m.safety_page_danger_title, text: m.safety_page_danger_text },
]
