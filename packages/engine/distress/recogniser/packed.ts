import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'

/** A logistic regression: the log-odds of a text are the bias and the weights of its features. */
export interface Regression {
  bias: number
  weights: Map<string, number>
}

export const sigmoid = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))

/** A regression as it is stored: hashes of the features (3 bytes each) and weights in 127ths of the greatest, both in Base64. */
export interface Packed {
  bias: number
  greatest: number
  hashes: string
  weights: string
}

const steps = 127
const hashBytes = 3
const hashOf = (name: string) => fnv1a(name) % 2 ** (8 * hashBytes)

export function pack({ bias, weights }: Regression): Packed {
  // the telling one of two features with the same hash
  const byTelling = [...weights].toSorted(([, one], [, other]) => Math.abs(one) - Math.abs(other))
  const entries = [...new Map(byTelling.map(([name, weight]) => [hashOf(name), weight]))].toSorted(
    ([one], [other]) => one - other,
  )
  const greatest = Math.max(...entries.map(([, weight]) => Math.abs(weight)))
  const hashes = Buffer.alloc(entries.length * hashBytes)
  for (const [index, [hash]] of entries.entries()) hashes.writeUIntBE(hash, index * hashBytes, hashBytes)
  const rounded = Int8Array.from(entries, ([, weight]) => Math.round((weight / greatest) * steps))
  return { bias, greatest, hashes: hashes.toString('base64'), weights: Buffer.from(rounded.buffer).toString('base64') }
}

/** Returns a function from features to their probability. Features that the fit did not keep count as nothing. */
export function unpack({ bias, greatest, hashes, weights }: Packed): (features: ReadonlyMap<string, number>) => number {
  const keys = Buffer.from(hashes, 'base64')
  const values = new Int8Array(Uint8Array.from(Buffer.from(weights, 'base64')).buffer)
  const weightOf = new Map(
    Array.from(values, (value, index) => [keys.readUIntBE(index * hashBytes, hashBytes), (value / steps) * greatest] as const),
  )
  return (features) => {
    let logOdds = bias
    for (const [name, value] of features) logOdds += (weightOf.get(hashOf(name)) ?? 0) * value
    return sigmoid(logOdds)
  }
}
