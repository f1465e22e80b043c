import { digitalSource } from '@duo/platform/shared/digital-source.ts'
import type { SharedPair, SharedResult } from '../../schema.ts'

/**
 * Structured data (schema.org) that marks the replies as machine-made, with their signed notes. Contains the source texts, because the
 * signature covers those and not the rendered ones; compression makes the repetition small.
 */
export function MachineMadeData({ pairs }: Pick<SharedResult, 'pairs'>) {
  const replies = pairs.flatMap(messageData)
  return replies.length === 0 ? null : <StructuredData data={{ '@type': 'Conversation', hasPart: replies }} />
}

export type MarkedReply = Pick<SharedPair, 'id' | 'answer' | 'origin' | 'provenance'>

/** Describes a reply with a signed note; none for another. */
export function messageData({ id, answer, origin, provenance }: MarkedReply): object[] {
  if (provenance === undefined) return []
  const digitalSourceType = origin === 'model' ? digitalSource.model : digitalSource.algorithmic
  const identifier = { '@type': 'PropertyValue', propertyID: 'JWS', value: provenance }
  return [{ '@type': 'Message', '@id': `urn:uuid:${id}`, text: answer, digitalSourceType, identifier }]
}

export function StructuredData({ data }: { data: object }) {
  // an answer may contain </script>
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<" cannot leave the element, and React would escape its quotes
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
