import type { Crisis } from '../../rules.ts'
import { unpack } from './packed.ts'
import weights from './weights.json' with { type: 'json' }

/** Returns how likely it is that a text is about the writer's distress, from 0 to 1. */
export const distressProbability = unpack(weights.distress)

const [violence, danger] = [unpack(weights.violence), unpack(weights.danger)]

/** Returns the most likely kind of a message that is one of distress. */
export function likelyKind(text: string): Crisis {
  const [ofViolence, ofDanger] = [violence(text), danger(text)]
  if (Math.max(ofViolence, ofDanger) < 0.5) return 'suicide'
  return ofDanger > ofViolence ? 'danger' : 'violence'
}
