import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { featuresOf } from './features.ts'
import { type Regression, sigmoid } from './regression.ts'

/** A regression as it is stored: hashes of the features (4 bytes each) and weights in 127ths of the greatest, both in Base64. */
export interface Packed {
  bias: number
  greatest: number
  hashes: string
  weights: string
}

const steps = 127

export function pack({ bias, weights }: Regression): Packed {
  const entries = [...weights].map(([name, weight]) => [fnv1a(name), weight] as const).toSorted(([one], [other]) => one - other)
  const greatest = Math.max(...entries.map(([, weight]) => Math.abs(weight)))
  const hashes = Uint32Array.from(entries, ([hash]) => hash)
  const rounded = Int8Array.from(entries, ([, weight]) => Math.round((weight / greatest) * steps))
  return { bias, greatest, hashes: base64(hashes), weights: base64(rounded) }
}

const base64 = ({ buffer }: Uint32Array | Int8Array) => Buffer.from(buffer).toString('base64')

/** Returns a function from a text to its probability. Features that the fit did not keep count as nothing. */
export function unpack({ bias, greatest, hashes, weights }: Packed): (text: string) => number {
  const keys = new Uint32Array(Uint8Array.from(Buffer.from(hashes, 'base64')).buffer)
  const values = new Int8Array(Uint8Array.from(Buffer.from(weights, 'base64')).buffer)
  const weightOf = new Map(Array.from(keys, (key, at) => [key, ((values[at] ?? 0) / steps) * greatest]))
  return (text) => {
    let logOdds = bias
    for (const [name, value] of featuresOf(text)) logOdds += (weightOf.get(fnv1a(name)) ?? 0) * value
    return sigmoid(logOdds)
  }
}
