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
  person,
  type Scene,
  shadow,
  stroked,
  within,
} from '../svg.ts'

/** A shop: somebody keeps working behind the window, somebody answers at the door. */
export const shop: Scene = {
  ground: grounds.blush,
  focus: 0.5,
  draw: ({ field, line }) => {
    const stripe = (i: number) => (i % 2 ? ink.white : ink.deep)
    const question = (x: number, y: number, r: number, colour: string) =>
      filled(agentPath(half(x, y, r)), colour) +
      stroked(
        `M${x - r * 0.26} ${y - r * 0.2}a${r * 0.28} ${r * 0.28} 0 1 1 ${r * 0.4} ${r * 0.26}q${-r * 0.13} ${r * 0.09} ${-r * 0.13} ${r * 0.26}`,
        ink.deep,
        r / 7,
      ) +
      dot(x, y + r * 0.54, r / 10, ink.deep)
    return [
      filled(boxPath(90, 120, 1090, 690), ink.white),
      filled(boxPath(0, 806, 1600, 94), field),
      filled(boxPath(160, 320, 560, 360), '#c9b3cf'),
      within(
        boxPath(160, 320, 560, 360),
        each(5, (i) => stroked(`M${200 + i * 130} 720l240 -440`, '#d9c8dd', 22)) +
          person(half(430, 560, 170)) +
          filled(boxPath(160, 620, 560, 60), ink.both) +
          stroked('M560 620v-96M560 524l60 -30', ink.deep, 12) +
          dot(626, 490, 20, ink.bright),
      ),
      stroked(boxPath(160, 320, 560, 360), ink.deep, 10),
      filled(boxPath(810, 320, 280, 490), ink.deep),
      agent(half(966, 610, 164)),
      each(9, (i) => filled(`M${70 + i * 126} 110h126v150a63 63 0 0 1 -126 0Z`, stripe(i))),
      each(9, (i) =>
        i % 2 ? '' : stroked(`M${102 + i * 126} 130v120M${133 + i * 126} 130v150M${164 + i * 126} 130v120`, ink.deepLine, 4),
      ),
      stroked('M70 110H1204', ink.both, 22),
      question(1270, 690, 84, ink.white),
      question(1440, 730, 62, ink.white),
      question(1564, 752, 44, ink.white),
      stroked('M0 808H1600', ink.deep, 9),
      shadow(840, 816, 300, line),
    ].join('')
  },
}

/** Six hurdles: the first has been laid down. */
export const hurdles: Scene = {
  ground: grounds.butter,
  focus: 0.47,
  draw: ({ base, field, line }) => {
    const hurdle = (x: number, y: number, tall: number) =>
      stroked(`M${x} ${y}V${y - tall}M${x + tall * 0.62} ${y - tall * 0.26}V${y - tall * 1.26}`, ink.deep, tall / 10) +
      filled(
        `M${x - tall * 0.12} ${y - tall * 1.04}l${tall * 0.86} ${-tall * 0.36}v${tall * 0.34}l${-tall * 0.86} ${tall * 0.36}Z`,
        ink.white,
      ) +
      each(3, (i) => {
        const from = x - tall * 0.12 + i * tall * 0.33
        return filled(
          `M${from} ${y - tall * (1.04 + i * 0.138)}l${tall * 0.18} ${-tall * 0.075}v${tall * 0.34}l${-tall * 0.18} ${tall * 0.075}Z`,
          ink.both,
        )
      })
    return [
      filled(circlePath(half(640, 1980, 1380)), field),
      each(5, (i) => stroked(circlePath(half(640, 1980, 1352 - i * 66)), base, 7)),
      person(half(1430, 330, 260)),
      each(5, (i) => hurdle(1340 - i * 150, 690 - (4 - i) * (4 - i) * 3 + 40, 200 + i * 22)),
      agent(half(250, 410, 330)),
      shadow(120, 752, 420, line),
      moved(hurdle(0, 0, 190), 600, 762, 84),
    ].join('')
  },
}
