import { type HelpKind, helpKinds } from '../help-kinds.ts'
import { featuresOf } from './features.ts'
import { unpack } from './packed.ts'
import weights from './weights.json' with { type: 'json' }

const [distress, explicit] = [unpack(weights.distress), unpack(weights.explicit)]
const kinds = helpKinds.map((kind) => [kind, unpack(weights.kinds[kind])] as const)

export interface Reading {
  /** How likely the text is about the writer's distress, from 0 to 1. */
  distress: number
  /** How likely it names intent, a method or present danger, from 0 to 1. */
  explicit: number
}

export function read(text: string): Reading {
  const features = featuresOf(text)
  return { distress: distress(features), explicit: explicit(features) }
}

/** Returns the most likely kind of a text that is about distress. */
export function likelyKind(text: string): HelpKind {
  const features = featuresOf(text)
  const scores = kinds.map(([kind, probability]) => [kind, probability(features)] as const)
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
