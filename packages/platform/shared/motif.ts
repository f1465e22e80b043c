export interface Half {
  x: number
  y: number
  r: number
}

export function agentPath({ x, y, r }: Half, corner = r * 0.07): string {
  return `M${x} ${y - r}A${r} ${r} 0 0 1 ${x + r} ${y}V${y + r - corner}a${corner} ${corner} 0 0 1 ${-corner} ${corner}H${x}A${r} ${r} 0 0 1 ${x} ${y - r}Z`
}

/** Empty if the halves do not touch. Exact while the circle is above and left of the agent's tight corner. */
export function overlapPath(person: Half, agent: Half): string {
  const [dx, dy] = [agent.x - person.x, agent.y - person.y]
  const distance = Math.hypot(dx, dy)
  if (distance >= person.r + agent.r || distance <= Math.abs(person.r - agent.r)) return ''
  // the chord through both intersections: `along` from the person's centre, `half` to either side
  const along = (person.r ** 2 - agent.r ** 2 + distance ** 2) / (2 * distance)
  const half = Math.sqrt(person.r ** 2 - along ** 2)
  const [ux, uy] = [dx / distance, dy / distance]
  const crossing = (side: 1 | -1) =>
    `${round(person.x + along * ux + side * half * uy)} ${round(person.y + along * uy - side * half * ux)}`
  const arc = (r: number, large: boolean, to: string) => `A${r} ${r} 0 ${large ? 1 : 0} 1 ${to}`
  return `M${crossing(1)}${arc(person.r, along < 0, crossing(-1))}${arc(agent.r, distance - along < 0, crossing(1))}Z`
}

const person: Half = { x: 130, y: 150, r: 110 }
const agent: Half = { x: 250, y: 226, r: 110 }
const apart = { x: 84, y: 40 }

/** Places of the two halves in a drawing of 380 by 400, which meet at a progress of 1. */
export function motifAt(progress: number): { person: Half; agent: Half; overlap: string } {
  const rest = 1 - progress
  const [left, right] = [offsetBy(person, -rest), offsetBy(agent, rest)]
  return { person: left, agent: right, overlap: overlapPath(left, right) }
}

const offsetBy = ({ x, y, r }: Half, rest: number): Half => ({ x: x + rest * apart.x, y: y + rest * apart.y, r })

const round = (value: number) => Math.round(value * 100) / 100
