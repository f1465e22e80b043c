/** One line of Prometheus' text format, as name, labels and value. */
interface Sample {
  name: string
  labels: string
  value: number
}

/** Reads a text of metrics. Throws for a line that is none. */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`no sample: ${line}`)
      return { name, labels, value: Number(value) }
    })
}

/** The value of a series that a reader names as Prometheus does: `duo_jobs{job="a",state="b"}`. 0 where there is none yet. */
export function seriesValue(text: string, series: string): number {
  const found = samplesOf(text).find(({ name, labels }) => series === (labels === '' ? name : `${name}{${labels}}`))
  return found?.value ?? 0
}
