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
  person,
  type Scene,
  shadow,
  strokePath,
  transform,
} from '../svg.ts'

export const shop: Scene = {
  ground: grounds.blush,
  focus: 0.5,
  draw: ({ field, line }) => {
    const stripe = (i: number) => (i % 2 ? brandColours.white : brandColours.deep)
    const question = (x: number, y: number, r: number, colour: string) =>
      fillPath(agentPath(half(x, y, r)), colour) +
      strokePath(
        `M${x - r * 0.26} ${y - r * 0.2}a${r * 0.28} ${r * 0.28} 0 1 1 ${r * 0.4} ${r * 0.26}q${-r * 0.13} ${r * 0.09} ${-r * 0.13} ${r * 0.26}`,
        brandColours.deep,
        r / 7,
      ) +
      dot(x, y + r * 0.54, r / 10, brandColours.deep)
    return [
      fillPath(boxPath(90, 120, 1090, 690), brandColours.white),
      fillPath(boxPath(0, 806, 1600, 94), field),
      fillPath(boxPath(160, 320, 560, 360), '#c9b3cf'),
      clipInside(
        boxPath(160, 320, 560, 360),
        each(5, (i) => strokePath(`M${200 + i * 130} 720l240 -440`, '#d9c8dd', 22)) +
          person(half(430, 560, 170)) +
          fillPath(boxPath(160, 620, 560, 60), brandColours.both) +
          strokePath('M560 620v-96M560 524l60 -30', brandColours.deep, 12) +
          dot(626, 490, 20, brandColours.bright),
      ),
      strokePath(boxPath(160, 320, 560, 360), brandColours.deep, 10),
      fillPath(boxPath(810, 320, 280, 490), brandColours.deep),
      agent(half(966, 610, 164)),
      each(9, (i) => fillPath(`M${70 + i * 126} 110h126v150a63 63 0 0 1 -126 0Z`, stripe(i))),
      each(9, (i) =>
        i % 2
          ? ''
          : strokePath(`M${102 + i * 126} 130v120M${133 + i * 126} 130v150M${164 + i * 126} 130v120`, brandColours.deepLine, 4),
      ),
      strokePath('M70 110H1204', brandColours.both, 22),
      question(1270, 690, 84, brandColours.white),
      question(1440, 730, 62, brandColours.white),
      question(1564, 752, 44, brandColours.white),
      strokePath('M0 808H1600', brandColours.deep, 9),
      shadow(840, 816, 300, line),
    ].join('')
  },
}

export const hurdles: Scene = {
  ground: grounds.butter,
  focus: 0.47,
  draw: ({ base, field, line }) => {
    const hurdle = (x: number, y: number, tall: number) =>
      strokePath(
        `M${x} ${y}V${y - tall}M${x + tall * 0.62} ${y - tall * 0.26}V${y - tall * 1.26}`,
        brandColours.deep,
        tall / 10,
      ) +
      fillPath(
        `M${x - tall * 0.12} ${y - tall * 1.04}l${tall * 0.86} ${-tall * 0.36}v${tall * 0.34}l${-tall * 0.86} ${tall * 0.36}Z`,
        brandColours.white,
      ) +
      each(3, (i) => {
        const from = x - tall * 0.12 + i * tall * 0.33
        return fillPath(
          `M${from} ${y - tall * (1.04 + i * 0.138)}l${tall * 0.18} ${-tall * 0.075}v${tall * 0.34}l${-tall * 0.18} ${tall * 0.075}Z`,
          brandColours.both,
        )
      })
    return [
      fillPath(circlePath(half(640, 1980, 1380)), field),
      each(5, (i) => strokePath(circlePath(half(640, 1980, 1352 - i * 66)), base, 7)),
      person(half(1430, 330, 260)),
      each(5, (i) => hurdle(1340 - i * 150, 690 - (4 - i) * (4 - i) * 3 + 40, 200 + i * 22)),
      agent(half(250, 410, 330)),
      shadow(120, 752, 420, line),
      transform(hurdle(0, 0, 190), 600, 762, 84),
    ].join('')
  },
}
