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

function guilloche(x: number, y: number, r: number, petals: number, shift: number): string {
  const points = Array.from({ length: 480 }, (_, i) => {
    const angle = (i / 480) * 2 * Math.PI
    const reach = r * (0.82 + 0.18 * Math.cos(petals * angle + shift * 0.42))
    return `${round(x + reach * Math.cos(angle))} ${round(y + reach * Math.sin(angle))}`
  })
  return `M${points.join('L')}Z`
}

export const validation: Scene = {
  ground: grounds.paper,
  focus: 0.5,
  draw: ({ field, line }) => {
    const [stamp, form] = [half(600, 400, 340), half(960, 500, 350)]
    const inks = (colour: string) =>
      each(5, (i) => strokePath(guilloche(stamp.x, stamp.y, 340 - i * 6, 24, i * 3), colour, 4)) +
      each(3, (i) => strokePath(circlePath(half(stamp.x, stamp.y, 208 - i * 18)), colour, i === 0 ? 10 : 4))
    return [
      fillPath(boxPath(0, 690, 1600, 210), field),
      shadow(720, 862, 560, line),
      fillPath(agentPath(form), brandColours.white),
      clipInside(
        agentPath(form),
        each(9, (i) => strokePath(`M${1000 - (i % 3) * 20} ${250 + i * 62}h${[230, 170, 260][i % 3]}`, line, 10)),
      ),
      inks(brandColours.deep),
      overlapOf(circlePath(stamp), agentPath(form)),
      clipInside(agentPath(form), clipInside(circlePath(stamp), inks(brandColours.bothLine))),
      strokePath(agentPath(form), brandColours.deep, 9),
      clipInside(agentPath(form), strokePath(circlePath(stamp), brandColours.deep, 9)),
      strokePath('M700 450l72 78l134 -176', brandColours.white, 40),
    ].join('')
  },
}

export const security: Scene = {
  ground: grounds.mist,
  focus: 0.62,
  draw: ({ field }) => {
    const walls = [470, 375, 280]
    const colours = [brandColours.deep, brandColours.both, brandColours.deep]
    const core = half(1040, 450, 178)
    const way = boxPath(480, 418, 460, 64)
    return [
      fillPath(agentPath(half(1040, 450, 640)), field),
      walls.map((r, i) => strokePath(agentPath(half(1040, 450, r)), colours[i] ?? brandColours.deep, 40 - i * 6)).join(''),
      walls.map((r) => strokePath(agentPath(half(1040, 450, r - 34)), brandColours.deepLine, 3, '4 14')).join(''),
      fillPath(way, field),
      strokePath('M500 418h440M500 482h440', brandColours.deep, 5),
      agent(core),
      person(half(388, 450, 150)),
      strokePath('M548 450h300', brandColours.both, 16, '0 42'),
      dot(1040, 440, 46, brandColours.deep),
      fillPath('M1018 452h44l18 96h-80Z', brandColours.deep),
    ].join('')
  },
}

export const ethics: Scene = {
  ground: grounds.lilac,
  focus: 0.6,
  draw: ({ field, line }) => {
    const hand = half(360, 900, 250)
    const kite = half(0, 0, 330)
    const ends = [
      [-330, -10],
      [-230, -236],
      [0, -330],
      [0, 0],
      [330, -20],
      [322, 322],
      [20, 330],
      [-200, 262],
    ]
    const angle = (-16 * Math.PI) / 180
    const at = ([x = 0, y = 0]: number[]) =>
      `${round(1050 + x * Math.cos(angle) - y * Math.sin(angle))} ${round(390 + x * Math.sin(angle) + y * Math.cos(angle))}`
    return [
      each(9, (i) => strokePath(`M${-60 + i * 60} ${90 + i * 74}q210 -70 420 0t420 0t420 0t420 0`, field, 14 - i)),
      transform(agent(kite), 1050, 390, -16),
      transform(
        strokePath('M0 -330V330M-330 0H330', brandColours.brightLine, 6) +
          fillPath('M0 -330A330 330 0 0 0 -330 0H0Z', brandColours.both),
        1050,
        390,
        -16,
      ),
      ends.map((end) => strokePath(`M430 730L${at(end)}`, brandColours.deep, 5)).join(''),
      ends
        .map((end) => `<circle cx="${at(end).split(' ')[0]}" cy="${at(end).split(' ')[1]}" r="11" fill="${brandColours.deep}"/>`)
        .join(''),
      person(hand),
      dot(430, 730, 22, brandColours.white),
      strokePath('M1330 612q60 40 30 92t40 90t10 80', line, 6),
      each(3, (i) =>
        fillPath(agentPath(half(1372 + (i % 2) * 36, 680 + i * 78, 24)), i % 2 ? brandColours.both : brandColours.deep),
      ),
    ].join('')
  },
}

export const future: Scene = {
  ground: grounds.lilac,
  focus: 0.5,
  draw: ({ base, field, line }) => {
    const rowsOf = [
      { y: 168, r: 40, gap: 104 },
      { y: 262, r: 56, gap: 146 },
      { y: 396, r: 80, gap: 208 },
    ]
    const one = half(1000, 560, 262)
    const giver = half(420, 660, 360)
    return [
      fillPath(boxPath(0, 210, 1600, 690), field),
      rowsOf
        .map(({ y, r, gap }, row) =>
          each(Math.ceil(1800 / gap), (i) => {
            const shape = half(round(-20 + i * gap + (row % 2) * gap * 0.5), y, r)
            return fillPath(agentPath(shape), row === 0 ? base : '#e6d9e8') + strokePath(agentPath(shape), line, 2 + row)
          }),
        )
        .join(''),
      shadow(880, 822, 380, line),
      pair(giver, one),
      transform(
        fillPath('M-150 -96h276a24 24 0 0 1 24 24v168h-276a24 24 0 0 1 -24 -24Z', brandColours.white) +
          dot(-92, -34, 34, brandColours.deep) +
          strokePath('M-30 -52h128M-30 -14h84', line, 10) +
          strokePath('M-110 54q26 -50 42 -6t38 -14t34 10t40 -12t70 -4', brandColours.both, 9),
        782,
        560,
        -9,
      ),
    ].join('')
  },
}

export const success: Scene = {
  ground: grounds.butter,
  focus: 0.61,
  draw: ({ field, line }) => {
    const [now, helper] = [half(980, 470, 230), half(1230, 400, 300)]
    return [
      fillPath(boxPath(0, 700, 1600, 200), brandColours.deep),
      each(81, (i) =>
        strokePath(
          `M${20 + i * 20} 700v${i % 10 === 0 ? 96 : i % 5 === 0 ? 64 : 36}`,
          i % 10 === 0 ? brandColours.bright : brandColours.deepLine,
          i % 10 === 0 ? 8 : 4,
        ),
      ),
      each(8, (i) => strokePath(`M0 ${80 + i * 78}H1600`, field, 5)),
      strokePath(circlePath(half(420, 470, 226)), brandColours.deep, 8, '4 24'),
      clipInside(
        circlePath(half(420, 470, 222)),
        each(26, (i) => strokePath(`M${120 + i * 30} 700l240 -460`, line, 2.5)),
      ),
      pair(now, helper),
      strokePath('M420 470H700', brandColours.both, 12),
      strokePath('M654 424l46 46l-46 46', brandColours.both, 12),
      dot(420, 470, 22, brandColours.both),
    ].join('')
  },
}

export const crowd: Scene = {
  ground: grounds.lilac,
  focus: 0.42,
  draw: ({ field, line }) => {
    const random = randomFrom(83)
    const stays = [half(430, 560, 176), half(640, 640, 176)] as const
    const swarm = Array.from({ length: 83 }, (_, i) => {
      const along = (i + random() * 0.8) / 83
      const spread = (random() - 0.5) * (130 + 300 * Math.sin(Math.PI * along))
      const x = 60 + along * 1560
      const y = 250 - 150 * Math.sin(along * 4.4 - 0.6) + along * 260 + spread
      return { x: round(x), y: round(y), r: round(11 + random() * 22 + 10 * along) }
    }).filter(({ x, y }) => Math.hypot(x - 500, y - 600) > 330)
    return [
      rings(520, 600, 340, 46, field, 5),
      swarm
        .map(({ x, y, r }) =>
          strokePath(
            `M${round(x - r * 5.2)} ${round(y - r * 1.5)}q${round(r * 3)} ${round(r * 0.2)} ${round(r * 5.2)} ${round(r * 1.5)}`,
            line,
            round(r / 5),
          ),
        )
        .join(''),
      swarm.map(({ x, y, r }) => dot(x, y, r, brandColours.deep)).join(''),
      shadow(360, 846, 420, line),
      pair(...stays),
    ].join('')
  },
}
