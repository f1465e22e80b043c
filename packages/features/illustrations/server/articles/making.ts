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
  person,
  rows,
  type Scene,
  shadow,
  strokePath,
  transform,
} from '../svg.ts'

export const plumbing: Scene = {
  ground: grounds.mist,
  focus: 0.45,
  draw: ({ field, line }) => {
    const pipes = [
      'M-40 150H300Q360 150 360 210V330Q360 390 420 390H760',
      'M180 -40V220Q180 280 240 280H560Q620 280 620 220V120Q620 60 680 60H980',
      'M1000 -40V120Q1000 180 1060 180H1230Q1290 180 1290 240V420',
      'M760 160H900Q960 160 960 220V520',
      'M1120 -40V40Q1120 96 1176 96H1340Q1400 96 1400 156V330',
    ]
    const [sorter, made] = [half(470, 690, 270), half(960, 500, 330)]
    const page = (x: number, y: number, rotation: number, colour: string) =>
      transform(fillPath(boxPath(-112, -20, 224, 40), colour) + strokePath('M-84 0h90', line, 6), x, y, rotation)
    return [
      pipes
        .map(
          (pipe) =>
            strokePath(pipe, brandColours.deep, 46) + strokePath(pipe, field, 34) + strokePath(pipe, brandColours.white, 5),
        )
        .join(''),
      `<linearGradient id="fade" x1="0" x2="1"><stop offset=".2" stop-color="${grounds.mist.base}" stop-opacity="0"/><stop offset=".75" stop-color="${grounds.mist.base}"/></linearGradient>`,
      fillPath(boxPath(0, 0, 1600, 700), 'url(#fade)'),
      pipes.map((pipe) => strokePath(pipe, line, 8, '1 26')).join(''),
      agent(made),
      person(sorter),
      overlapOf(circlePath(sorter), agentPath(made)),
      page(1330, 800, 0, brandColours.white) +
        page(1322, 752, -3, brandColours.both) +
        page(1336, 702, 4, brandColours.white) +
        page(1318, 648, -9, brandColours.white),
      strokePath('M1180 830H1500', brandColours.deep, 10),
    ].join('')
  },
}

export const doors: Scene = {
  ground: grounds.butter,
  focus: 0.29,
  draw: ({ field, line }) => {
    const heights = [0, 60, 130, 96, 190, 250]
    const inside = [
      brandColours.both,
      brandColours.deep,
      brandColours.deepLine,
      brandColours.deep,
      brandColours.deepLine,
      brandColours.deep,
    ]
    const door = (i: number, top: number, bottom: number) => {
      const x = 90 + i * 246
      return `M${x} ${bottom}V${top + 95}a95 95 0 0 1 190 0V${bottom}Z`
    }
    return [
      fillPath(boxPath(0, 760, 1600, 140), field),
      heights
        .map((h, i) => fillPath(door(i, 150 + (i % 2) * 40 - (i === 5 ? 60 : 0), 760 - h), inside[i] ?? brandColours.deep))
        .join(''),
      heights
        .map((h, i) =>
          h
            ? fillPath(boxPath(90 + i * 246 - 16, 760 - h, 222, h), field) +
              each(Math.floor(h / 24), (n) => strokePath(`M${90 + i * 246} ${760 - h + 14 + n * 24}h190`, line, 4)) +
              strokePath(`M${74 + i * 246} ${760 - h}h222`, brandColours.deep, 9)
            : '',
        )
        .join(''),
      strokePath('M0 760H1600', brandColours.deep, 9),
      person(half(212, 648, 112)),
      agent(half(478, 590, 110)),
      strokePath('M478 714v26M456 726l22 22l22 -22', brandColours.both, 10),
    ].join('')
  },
}

export const blocks: Scene = {
  ground: grounds.blush,
  focus: 0.67,
  draw: ({ field, line }) => {
    const shape = half(1120, 430, 340)
    const tile = 97
    const done = [0, 2, 4, 6, 7, 7, 7]
    const tiles = done.flatMap((count, row) =>
      Array.from({ length: count }, (_, i) => ({ x: 780 + (6 - i) * tile, y: 90 + row * tile, row, i })),
    )
    const colour = (row: number, i: number) =>
      (row * 3 + i * 5) % 7 === 0 ? brandColours.both : (row + i) % 5 === 0 ? '#f9c667' : brandColours.bright
    const block = (x: number, y: number, rotation: number, marks: number) =>
      transform(
        fillPath('M-50 -50h100v88a12 12 0 0 1 -12 12h-88Z', brandColours.bright) +
          each(marks, (i) => dot(-24 + (i % 3) * 24, -20 + Math.floor(i / 3) * 28, 9, brandColours.deep)),
        x,
        y,
        rotation,
      )
    return [
      fillPath(boxPath(0, 770, 1600, 130), field),
      clipInside(
        agentPath(shape),
        each(8, (i) => strokePath(`M${780 + i * tile} 60V800M760 ${90 + i * tile}H1480`, line, 3)),
      ),
      clipInside(
        agentPath(shape),
        tiles.map(({ x, y, row, i }) => fillPath(boxPath(x + 3, y + 3, tile - 6, tile - 6), colour(row, i))).join(''),
      ),
      strokePath(agentPath(shape), brandColours.deep, 8, '4 22'),
      person(half(230, 620, 300)),
      block(470, 300, -18, 1),
      block(620, 196, 10, 2),
      block(770, 132, -6, 3),
      strokePath('M400 420Q480 160 860 110', line, 5, '2 20'),
      shadow(800, 778, 640, line),
    ].join('')
  },
}

export const layers: Scene = {
  ground: grounds.paper,
  focus: 0.5,
  draw: ({ field, line }) => {
    const [self, other] = [half(470, 450, 350), half(1150, 450, 350)]
    const cuts = [80, 256, 352, 530, 640, 820]
    const goes = [false, true, false, true, false]
    const arrow = (y: number) => strokePath(`M330 ${y}H610M560 ${y - 40}l50 40l-50 40`, brandColours.both, 12)
    return [
      each(4, (i) => fillPath(boxPath(0, (cuts[i + 1] ?? 0) - 7, 1600, 14), field)),
      agent(other),
      each(5, (i) => {
        const [top = 0, bottom = 0] = [cuts[i], cuts[i + 1]]
        const layer = boxPath(0, top + 8, 1600, bottom - top - 16)
        if (!goes[i]) return clipInside(layer, person(self))
        const rest = clipInside(layer, strokePath(circlePath(self), line, 6, '3 20')) + arrow((top + bottom) / 2)
        return (
          rest +
          clipInside(
            agentPath(other),
            fillPath(layer, brandColours.both) + clipInside(layer, rows(other, 26, brandColours.bothLine, 4)),
          )
        )
      }),
    ].join('')
  },
}
