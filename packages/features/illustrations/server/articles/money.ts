import { agentPath } from '@duo/platform/shared/motif.ts'
import {
  agent,
  boxPath,
  brandColours,
  circlePath,
  clipInside,
  dot,
  each,
  fillPath,
  grounds,
  half,
  overlapOf,
  pair,
  person,
  randomFrom,
  rings,
  round,
  type Scene,
  shadow,
  strokePath,
  transform,
} from '../svg.ts'

export const pricing: Scene = {
  ground: grounds.butter,
  focus: 0.5,
  draw: ({ field, line }) => {
    const [below, tag] = [half(700, 588, 232), half(930, 440, 270)]
    return [
      fillPath(boxPath(0, 0, 1600, 96), brandColours.deep),
      each(32, (i) => strokePath(`M${-20 + i * 52} 96l40 -60`, brandColours.deepLine, 5)),
      fillPath(boxPath(0, 820, 1600, 80), field),
      strokePath('M0 820H1600', brandColours.deep, 10),
      each(30, (i) => strokePath(`M${40 + i * 56} 846l-30 36`, line, 5)),
      strokePath('M250 96V820', brandColours.deep, 6),
      each(25, (i) => strokePath(`M250 ${110 + i * 29}h${i % 4 === 0 ? 96 : 46}`, brandColours.deep, i % 4 === 0 ? 9 : 5)),
      strokePath('M930 96V236', brandColours.deep, 7),
      person(below),
      agent(tag),
      dot(930, 236, 34, brandColours.white),
      strokePath('M930 96V236', brandColours.deep, 7),
      overlapOf(circlePath(below), agentPath(tag)),
      clipInside(
        circlePath(below),
        clipInside(
          agentPath(tag),
          each(14, (i) =>
            strokePath(`M640 ${390 + i * 29}h${i % 4 === 2 ? 190 : 128}`, brandColours.white, i % 4 === 2 ? 10 : 6),
          ),
        ),
      ),
      strokePath('M1340 122V796M1300 168l40 -46l40 46M1300 750l40 46l40 -46', brandColours.both, 10),
    ].join('')
  },
}

export const income: Scene = {
  ground: grounds.mist,
  focus: 0.62,
  draw: ({ field }) => {
    const channels = [
      { from: 84, to: 330, width: 34, colour: brandColours.deep },
      { from: 214, to: 398, width: 88, colour: brandColours.both },
      { from: 356, to: 474, width: 50, colour: brandColours.deepLine },
      { from: 494, to: 566, width: 120, colour: '#ef8a70' },
      { from: 650, to: 658, width: 40, colour: brandColours.deep },
      { from: 790, to: 726, width: 74, colour: brandColours.both },
    ]
    const basin = half(1190, 500, 330)
    const wave = (y: number, length: number) => `M800 ${y}q${length} -34 ${length * 2} 0${`t${length * 2} 0`.repeat(9)}`
    return [
      fillPath(circlePath(half(1190, 500, 470)), field),
      channels
        .map(({ from, to, width, colour }) => {
          const way = `M-80 ${from}C380 ${from} 520 ${to} 1010 ${to}`
          return strokePath(way, colour, width) + strokePath(way, grounds.mist.base, width > 60 ? 6 : 4, '70 44')
        })
        .join(''),
      agent(basin),
      clipInside(agentPath(basin), fillPath(`${wave(520, 58)}V900H800Z`, brandColours.both)),
      clipInside(
        agentPath(basin),
        each(5, (i) => strokePath(wave(580 + i * 54, 58), brandColours.bothLine, 5)),
      ),
      strokePath(agentPath(basin), brandColours.deep, 12),
    ].join('')
  },
}

export const streams: Scene = {
  ground: grounds.blush,
  focus: 0.74,
  draw: ({ field, line }) => {
    const random = randomFrom(10006)
    const columns = [3, 5, 2, 4, 8]
    return [
      fillPath(boxPath(0, 780, 1600, 120), field),
      rings(330, 400, 520, 26, brandColours.deep, 5),
      dot(330, 400, 120, brandColours.deep),
      dot(330, 400, 26, brandColours.both),
      each(90, (i) => {
        const along = random()
        const x = 620 + along * 420
        return dot(
          x,
          300 + (random() - 0.5) * (640 - along * 300) + along * 130,
          4 + random() * 10,
          i % 4 === 0 ? brandColours.both : brandColours.deep,
        )
      }),
      columns
        .map((count, column) =>
          each(count, (i) => {
            const shape = half(890 + column * 152, 716 - i * 84, 66)
            return column === 4 && i === count - 1 ? fillPath(agentPath(shape), brandColours.both) : agent(shape)
          }),
        )
        .join(''),
      strokePath('M790 786H1570', brandColours.deep, 10),
      shadow(820, 800, 740, line),
    ].join('')
  },
}

/** 0 degrees is up. */
const onCircle = (x: number, y: number, r: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return { x: round(x + r * Math.cos(angle)), y: round(y + r * Math.sin(angle)) }
}

function slice(x: number, y: number, r: number, from: number, to: number): string {
  const [start, end] = [onCircle(x, y, r, from), onCircle(x, y, r, to)]
  return `M${x} ${y}L${start.x} ${start.y}A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${end.x} ${end.y}Z`
}

export const hour: Scene = {
  ground: grounds.paper,
  focus: 0.7,
  draw: ({ line }) => {
    const [x, y, r] = [520, 440, 310]
    const target = half(1160, 470, 350)
    const stays = slice(x, y, r, 214, 292) + slice(x, y, r, 292, 360)
    const goes = [
      { path: slice(x, y, r, 0, 68), dx: 300, dy: -30 },
      { path: slice(x, y, r, 68, 140), dx: 560, dy: 20 },
      { path: slice(x, y, r, 140, 214), dx: 350, dy: 130 },
    ]
    const part = goes.map(({ path, dx, dy }) => transform(clipInside(path, person(half(x, y, r))), dx, dy)).join('')
    const split = onCircle(x, y, r + 10, 292)
    return [
      each(60, (i) => {
        const [inner, outer] = [onCircle(x, y, i % 5 ? 372 : 350, i * 6), onCircle(x, y, 394, i * 6)]
        return strokePath(`M${inner.x} ${inner.y}L${outer.x} ${outer.y}`, i % 5 ? line : brandColours.deep, i % 5 ? 5 : 10)
      }),
      clipInside(stays, person(half(x, y, r))),
      strokePath(`M${x} ${y}L${split.x} ${split.y}`, grounds.paper.base, 12),
      agent(target),
      part,
      clipInside(
        agentPath(target),
        goes.map(({ path, dx, dy }) => transform(fillPath(path, brandColours.both), dx, dy)).join(''),
      ),
    ].join('')
  },
}

export const balance: Scene = {
  ground: grounds.mist,
  focus: 0.6,
  draw: ({ field }) => {
    const pivot = half(760, 900, 330)
    const weights = [
      [250, 474, 92, brandColours.both],
      [398, 486, 52, brandColours.deep],
      [130, 500, 40, brandColours.deep],
      [474, 520, 26, brandColours.both],
      [316, 352, 46, brandColours.deep],
      [214, 340, 40, brandColours.both],
      [376, 404, 30, brandColours.deepLine],
    ] as const
    const beam = [
      strokePath('M60 570H1530', brandColours.black, 16),
      weights.map(([x, y, r, colour]) => dot(x, y - 4, r, colour)).join(''),
      agent(half(1260, 342, 220)),
    ].join('')
    return [
      fillPath(circlePath(half(1240, 330, 470)), field),
      person(pivot),
      transform(beam, 0, 96, -5.5),
      dot(762, 590, 30, brandColours.bright),
    ].join('')
  },
}

export const exchange: Scene = {
  ground: grounds.blush,
  focus: 0.5,
  draw: ({ base, line }) => {
    const [left, right] = [half(190, 560, 420), half(1420, 350, 430)]
    const coin = dot(0, 0, 68, brandColours.both) + strokePath(circlePath(half(0, 0, 48)), brandColours.white, 6)
    const key =
      dot(-44, 0, 36, base) +
      strokePath(circlePath(half(-44, 0, 36)), brandColours.deep, 22) +
      strokePath('M-8 0H96M60 0v34M92 0v44', brandColours.deep, 22)
    const badge =
      fillPath('M-58 -74h116v130a18 18 0 0 1 -18 18h-80a18 18 0 0 1 -18 -18Z', brandColours.white) +
      dot(0, -8, 26, brandColours.deep) +
      strokePath('M-30 48h60', brandColours.both, 10) +
      strokePath('M0 -74V-120', brandColours.deep, 8) +
      dot(0, -58, 7, brandColours.deep)
    const page =
      fillPath('M-56 -76h78l40 40v112h-118Z', brandColours.white) +
      fillPath('M22 -76v40h40Z', brandColours.both) +
      strokePath('M-30 -22h50M-30 6h66M-30 34h46', line, 8)
    return [
      strokePath('M330 260C560 60 960 40 1150 190', brandColours.deep, 8, '2 22'),
      strokePath('M1230 690C1020 880 640 880 470 770', brandColours.deep, 8, '2 22'),
      person(left),
      agent(right),
      transform(coin, 470, 168),
      transform(key, 640, 110, -14),
      transform(badge, 830, 122, 6),
      transform(page, 990, 132, 10),
      transform(coin, 1060, 784),
      transform(badge, 860, 826, -8),
      transform(page, 676, 812, -6),
      pair(half(800, 452, 122), half(880, 500, 122)),
    ].join('')
  },
}
