import { agentPath } from '@duo/platform/shared/motif.ts'
import { boxPath, circlePath, clipInside, dot, each, fillPath, half, rings, strokePath, transform } from '../svg.ts'
import { type AgentScene, around, floor, voices } from './portrait-svg.ts'

export const cards: AgentScene = (palette) => {
  const [x, y, r] = [390, 400, 270]
  const tooth = (i: number) => {
    const [left, right] = [around(x, y, r + 46, i / 24 - 0.009), around(x, y, r + 46, i / 24 + 0.009)]
    const [inner, outer] = [around(x, y, r - 8, i / 24 - 0.014), around(x, y, r - 8, i / 24 + 0.014)]
    return fillPath(`M${inner}L${left}L${right}L${outer}Z`, palette.deep)
  }
  const card = (i: number) =>
    fillPath(boxPath(0, 0, 178, 262), i % 2 ? '#fffdf8' : palette.field) +
    strokePath(boxPath(0, 0, 178, 262), palette.deep, 7) +
    each(20, (hole) =>
      (hole * 7 + i * 5) % 3 ? dot(33 + (hole % 4) * 38, 36 + Math.floor(hole / 4) * 48, 11, palette.deep) : '',
    )
  return [
    floor(790, palette.field),
    each(24, tooth),
    voices(half(x, y, r), half(760, 440, 290), palette),
    fillPath(circlePath(half(x, y, 62)), palette.paper),
    strokePath('M40 742C300 640 520 800 760 700S1080 640 1220 690', palette.deep, 8),
    each(5, (i) => transform(card(i), 96 + i * 216, 612 - (i % 2) * 26, (i % 3) * 5 - 5)),
  ].join('')
}

export const wing: AgentScene = (palette) => {
  const root = [230, 640] as const
  const tips = [1130, 150, 1090, 330, 1000, 480, 880, 590, 740, 670, 590, 716, 440, 730]
  const points = Array.from({ length: 7 }, (_, i) => [tips[2 * i] ?? 0, tips[2 * i + 1] ?? 0] as const)
  const arm = (x: number, y: number) =>
    `Q${Math.round(root[0] + (x - 230) * 0.42)} ${Math.round(640 + (y - 640) * 0.66 - 40)} ${x} ${y}`
  const scallops = points
    .slice(1)
    .map(([x, y], i) => {
      const [fromX, fromY] = points[i] ?? [0, 0]
      return `Q${Math.round((x + fromX) / 2 - 58)} ${Math.round((y + fromY) / 2 - 34)} ${x} ${y}`
    })
    .join('')
  const membrane = `M${root}${arm(1130, 150)}${scallops}L${root}Z`
  return [
    strokePath(circlePath(half(610, 430, 400)), palette.line, 4),
    strokePath(boxPath(266, 106, 660, 660), palette.line, 4),
    voices(half(430, 370, 250), half(760, 470, 280), palette),
    fillPath(membrane, '#fffdf8'),
    clipInside(
      membrane,
      each(30, (i) => strokePath(`M${60 + i * 46} 900l420 -900`, palette.field, 5)),
    ),
    strokePath(membrane, palette.deep, 9),
    ...points.map(([x, y]) => strokePath(`M${root}${arm(x, y)}`, palette.deep, 9)),
    dot(230, 640, 30, palette.both),
    strokePath(`M${root}l-120 96`, palette.deep, 16),
  ].join('')
}

export const radium: AgentScene = (palette) => {
  const flask = 'M540 170h120v220l190 300a70 70 0 0 1 -60 108H410a70 70 0 0 1 -60 -108L540 390Z'
  return [
    floor(800, palette.field),
    rings(600, 610, 620, 62, palette.field, 8),
    voices(half(360, 380, 240), half(830, 400, 250), palette),
    each(24, (i) => {
      const [from, to] = [around(600, 610, 300, i / 24), around(600, 610, i % 2 ? 372 : 420, i / 24)]
      return strokePath(`M${from}L${to}`, palette.both, 9)
    }),
    fillPath(flask, '#fffdf8'),
    clipInside(
      flask,
      fillPath('M300 590C420 550 520 640 620 600S800 560 900 610V820H300Z', palette.bright) +
        each(16, (i) => dot(400 + ((i * 83) % 410), 640 + ((i * 47) % 140), 6 + (i % 4) * 4, '#fffdf8')),
    ),
    strokePath(flask, palette.deep, 12),
    fillPath(boxPath(516, 146, 168, 44), palette.deep),
  ].join('')
}

export const cone: AgentScene = (palette) => {
  const body = 'M600 90L900 740A300 86 0 0 1 300 740Z'
  const cut = (colour: string) =>
    `<ellipse cx="596" cy="500" rx="246" ry="92" transform="rotate(-20 596 500)" fill="${colour}" stroke="${palette.deep}" stroke-width="10"/>`
  return [
    floor(740, palette.field),
    each(40, (i) => dot(60 + ((i * 197) % 1090), 40 + ((i * 113) % 420), 3 + (i % 3) * 2, palette.line)),
    voices(half(330, 360, 230), half(880, 400, 250), palette),
    fillPath(body, '#fffdf8'),
    clipInside(
      body,
      each(12, (i) => strokePath(`M600 90L${250 + i * 66} 860`, palette.field, 6)),
    ),
    clipInside(body, fillPath('M300 620L900 390V900H300Z', palette.both)),
    cut(palette.bright),
    strokePath(body, palette.deep, 10),
    dot(600, 90, 14, palette.deep),
  ].join('')
}

export const globe: AgentScene = (palette) => {
  const [x, y, r] = [610, 430, 330]
  const outline = circlePath(half(x, y, r))
  const points = Array.from({ length: 140 }, (_, i) => {
    const latitude = -1.25 + (i / 139) * 2.62
    const longitude = -2.2 + Math.log(Math.tan(Math.PI / 4 + latitude / 2)) * 2.6
    return [x + r * Math.cos(latitude) * Math.sin(longitude), y - r * Math.sin(latitude), Math.cos(longitude)] as const
  })
  const course = points
    .map(
      ([px, py, depth], i) =>
        `${i === 0 || depth <= 0 || (points[i - 1]?.[2] ?? 0) <= 0 ? 'M' : 'L'}${Math.round(px)} ${Math.round(py)}`,
    )
    .join('')
  return [
    floor(800, palette.field),
    voices(half(320, 330, 220), half(900, 450, 260), palette),
    fillPath(outline, '#fffdf8'),
    clipInside(
      outline,
      each(
        5,
        (i) => `<ellipse cx="${x}" cy="${y}" rx="${i * 72}" ry="${r}" fill="none" stroke="${palette.line}" stroke-width="4"/>`,
      ) + each(7, (i) => strokePath(`M${x - r} ${y - 252 + i * 84}h${2 * r}`, palette.line, 4)),
    ),
    strokePath(course, palette.both, 16),
    strokePath(outline, palette.deep, 12),
    strokePath(`M${x} ${y - r - 40}V${y - r}M${x} ${y + r}v76M${x - 150} ${y + r + 76}h300`, palette.deep, 16),
    strokePath(`M${x - r - 34} ${y + 120}A${r + 40} ${r + 40} 0 0 0 ${x + r + 34} ${y + 120}`, palette.bright, 18),
    fillPath(agentPath(half(x + 196, y - 214, 34)), palette.bright),
  ].join('')
}

export const rose: AgentScene = (palette) => {
  const [x, y] = [600, 420]
  const sizes = [150, 190, 240, 300, 372, 340, 270, 220, 180, 140, 120, 128]
  const wedge = (i: number, share: number, colour: string) => {
    const r = (sizes[i] ?? 100) * 0.86 * share
    return fillPath(`M${x} ${y}L${around(x, y, r, i / 12)}A${r} ${r} 0 0 1 ${around(x, y, r, (i + 1) / 12)}Z`, colour)
  }
  return [
    floor(780, palette.field),
    voices(half(330, 380, 280), half(850, 440, 300), palette),
    fillPath(circlePath(half(x, y, 336)), palette.paper),
    strokePath(circlePath(half(x, y, 336)), palette.line, 4),
    each(
      12,
      (i) =>
        wedge(i, 1, i % 2 ? palette.bright : palette.brightLine) + wedge(i, 0.62, palette.both) + wedge(i, 0.34, palette.deep),
    ),
    each(12, (i) => strokePath(`M${x} ${y}L${around(x, y, (sizes[i] ?? 100) * 0.86, i / 12)}`, palette.paper, 5)),
    transform(
      fillPath('M-92 0h184l-26 96h-132Z', palette.deep) +
        fillPath('M-58 -150h116l22 150h-160Z', '#fffdf8') +
        strokePath('M-58 -150h116l22 150h-160ZM-80 -50h160M-68 -100h136', palette.deep, 8) +
        fillPath('M0 -110c34 40 30 84 0 84s-34 -44 0 -84Z', palette.bright) +
        strokePath('M-40 -150c0 -70 80 -70 80 0', palette.deep, 10),
      1000,
      722,
    ),
  ].join('')
}
