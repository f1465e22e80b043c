import { agentPath } from '@duo/platform/shared/motif.ts'
import {
  agent,
  boxPath,
  circlePath,
  dot,
  each,
  filled,
  grounds,
  half,
  ink,
  moved,
  pair,
  person,
  randomFrom,
  rings,
  round,
  type Scene,
  shadow,
  shared,
  stroked,
  within,
} from '../svg.ts'

/** A guilloche: one line that winds around a circle, as on a banknote. */
function guilloche(x: number, y: number, r: number, petals: number, shift: number): string {
  const points = Array.from({ length: 480 }, (_, i) => {
    const turn = (i / 480) * 2 * Math.PI
    const reach = r * (0.82 + 0.18 * Math.cos(petals * turn + shift * 0.42))
    return `${round(x + reach * Math.cos(turn))} ${round(y + reach * Math.sin(turn))}`
  })
  return `M${points.join('L')}Z`
}

/** A stamp of fine lines on an empty shape: only what they share has colour. */
export const validation: Scene = {
  ground: grounds.paper,
  focus: 0.5,
  draw: ({ field, line }) => {
    const [stamp, form] = [half(600, 400, 340), half(960, 500, 350)]
    const inks = (colour: string) =>
      each(5, (i) => stroked(guilloche(stamp.x, stamp.y, 340 - i * 6, 24, i * 3), colour, 4)) +
      each(3, (i) => stroked(circlePath(half(stamp.x, stamp.y, 208 - i * 18)), colour, i === 0 ? 10 : 4))
    return [
      filled(boxPath(0, 690, 1600, 210), field),
      shadow(720, 862, 560, line),
      filled(agentPath(form), ink.white),
      within(
        agentPath(form),
        each(9, (i) => stroked(`M${1000 - (i % 3) * 20} ${250 + i * 62}h${[230, 170, 260][i % 3]}`, line, 10)),
      ),
      inks(ink.deep),
      shared(circlePath(stamp), agentPath(form)),
      within(agentPath(form), within(circlePath(stamp), inks(ink.bothLine))),
      stroked(agentPath(form), ink.deep, 9),
      within(agentPath(form), stroked(circlePath(stamp), ink.deep, 9)),
      stroked('M700 450l72 78l134 -176', ink.white, 40),
    ].join('')
  },
}

/** Walls around what is known, with one narrow way in. */
export const security: Scene = {
  ground: grounds.mist,
  focus: 0.62,
  draw: ({ field }) => {
    const walls = [470, 375, 280]
    const colours = [ink.deep, ink.both, ink.deep]
    const core = half(1040, 450, 178)
    const way = boxPath(480, 418, 460, 64)
    return [
      filled(agentPath(half(1040, 450, 640)), field),
      walls.map((r, i) => stroked(agentPath(half(1040, 450, r)), colours[i] ?? ink.deep, 40 - i * 6)).join(''),
      walls.map((r) => stroked(agentPath(half(1040, 450, r - 34)), ink.deepLine, 3, '4 14')).join(''),
      filled(way, field),
      stroked('M500 418h440M500 482h440', ink.deep, 5),
      agent(core),
      person(half(388, 450, 150)),
      stroked('M548 450h300', ink.both, 16, '0 42'),
      dot(1040, 440, 46, ink.deep),
      filled('M1018 452h44l18 96h-80Z', ink.deep),
    ].join('')
  },
}

/** A kite: the larger shape leans into the wind, and every line ends in one hand. */
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
    const turn = (-16 * Math.PI) / 180
    const at = ([x = 0, y = 0]: number[]) =>
      `${round(1050 + x * Math.cos(turn) - y * Math.sin(turn))} ${round(390 + x * Math.sin(turn) + y * Math.cos(turn))}`
    return [
      each(9, (i) => stroked(`M${-60 + i * 60} ${90 + i * 74}q210 -70 420 0t420 0t420 0t420 0`, field, 14 - i)),
      moved(agent(kite), 1050, 390, -16),
      moved(
        stroked('M0 -330V330M-330 0H330', ink.brightLine, 6) + filled('M0 -330A330 330 0 0 0 -330 0H0Z', ink.both),
        1050,
        390,
        -16,
      ),
      ends.map((end) => stroked(`M430 730L${at(end)}`, ink.deep, 5)).join(''),
      ends
        .map((end) => `<circle cx="${at(end).split(' ')[0]}" cy="${at(end).split(' ')[1]}" r="11" fill="${ink.deep}"/>`)
        .join(''),
      person(hand),
      dot(430, 730, 22, ink.white),
      stroked('M1330 612q60 40 30 92t40 90t10 80', line, 6),
      each(3, (i) => filled(agentPath(half(1372 + (i % 2) * 36, 680 + i * 78, 24)), i % 2 ? ink.both : ink.deep)),
    ].join('')
  },
}

/** One signed card among shapes that all look alike. */
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
      filled(boxPath(0, 210, 1600, 690), field),
      rowsOf
        .map(({ y, r, gap }, row) =>
          each(Math.ceil(1800 / gap), (i) => {
            const shape = half(round(-20 + i * gap + (row % 2) * gap * 0.5), y, r)
            return filled(agentPath(shape), row === 0 ? base : '#e6d9e8') + stroked(agentPath(shape), line, 2 + row)
          }),
        )
        .join(''),
      shadow(880, 822, 380, line),
      pair(giver, one),
      moved(
        filled('M-150 -96h276a24 24 0 0 1 24 24v168h-276a24 24 0 0 1 -24 -24Z', ink.white) +
          dot(-92, -34, 34, ink.deep) +
          stroked('M-30 -52h128M-30 -14h84', line, 10) +
          stroked('M-110 54q26 -50 42 -6t38 -14t34 10t40 -12t70 -4', ink.both, 9),
        782,
        560,
        -9,
      ),
    ].join('')
  },
}

/** What was reached, on a rule, beside the outline of where it would have stood anyway. */
export const success: Scene = {
  ground: grounds.butter,
  focus: 0.61,
  draw: ({ field, line }) => {
    const [now, helper] = [half(980, 470, 230), half(1230, 400, 300)]
    return [
      filled(boxPath(0, 700, 1600, 200), ink.deep),
      each(81, (i) =>
        stroked(
          `M${20 + i * 20} 700v${i % 10 === 0 ? 96 : i % 5 === 0 ? 64 : 36}`,
          i % 10 === 0 ? ink.bright : ink.deepLine,
          i % 10 === 0 ? 8 : 4,
        ),
      ),
      each(8, (i) => stroked(`M0 ${80 + i * 78}H1600`, field, 5)),
      stroked(circlePath(half(420, 470, 226)), ink.deep, 8, '4 24'),
      within(
        circlePath(half(420, 470, 222)),
        each(26, (i) => stroked(`M${120 + i * 30} 700l240 -460`, line, 2.5)),
      ),
      pair(now, helper),
      stroked('M420 470H700', ink.both, 12),
      stroked('M654 424l46 46l-46 46', ink.both, 12),
      dot(420, 470, 22, ink.both),
    ].join('')
  },
}

/** A crowd streams by; one stands still with somebody. */
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
          stroked(
            `M${round(x - r * 5.2)} ${round(y - r * 1.5)}q${round(r * 3)} ${round(r * 0.2)} ${round(r * 5.2)} ${round(r * 1.5)}`,
            line,
            round(r / 5),
          ),
        )
        .join(''),
      swarm.map(({ x, y, r }) => dot(x, y, r, ink.deep)).join(''),
      shadow(360, 846, 420, line),
      pair(...stays),
    ].join('')
  },
}
