interface Sample {
  name: string
  labels: string
  value: number
}

/** Parses metrics in Prometheus' text format. Throws on an invalid line. */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`not a sample: ${line}`)
      return { name, labels, value: Number(value) }
    })
}

/** Returns the value of a series in Prometheus' notation: `duo_jobs{job="a",state="b"}`. 0 if it does not exist. */
export function seriesValue(text: string, series: string): number {
  const found = samplesOf(text).find(({ name, labels }) => series === (labels === '' ? name : `${name}{${labels}}`))
  return found?.value ?? 0
}
