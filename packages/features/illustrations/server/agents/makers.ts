import { agentPath } from '@duo/platform/shared/motif.ts'
import { boxPath, circlePath, clipInside, dot, each, fillPath, half, rows, shadow, strokePath, transform } from '../svg.ts'
import { type AgentScene, around, floor, voices } from './portrait-svg.ts'

export const spectacles: AgentScene = (palette) => {
  const [left, right] = [half(366, 390, 205), half(834, 390, 205)]
  return [
    floor(720, '#fffdf8'),
    each(6, (i) => strokePath(`M90 ${764 + i * 30}h${i === 4 ? 500 : 760 - (i % 3) * 90}`, palette.line, 5)),
    voices(half(340, 360, 250), half(830, 420, 280), palette),
    fillPath(circlePath(left), palette.field),
    fillPath(circlePath(right), palette.field),
    clipInside(
      circlePath(left),
      fillPath(boxPath(150, 400, 460, 240), palette.both) + strokePath('M170 560l300 -360M230 600l300 -360', palette.paper, 18),
    ),
    clipInside(circlePath(right), rows(right, 34, palette.deep, 7) + strokePath('M620 560l300 -360', palette.paper, 18)),
    strokePath(circlePath(left) + circlePath(right), palette.deep, 20),
    strokePath('M566 350C576 290 624 290 634 350', palette.deep, 18),
    strokePath('M1038 370C1130 400 1090 520 1150 600', palette.deep, 7),
    transform(
      fillPath('M0 0C70 -14 150 -62 210 -70H330V70H210C150 62 70 14 0 0Z', palette.both) +
        strokePath('M0 0H190', palette.deep, 8) +
        dot(200, 0, 17, palette.deep) +
        fillPath(boxPath(318, -86, 400, 172), palette.deep) +
        strokePath('M360 -86V86', palette.bright, 16),
      560,
      806,
      -24,
    ),
  ].join('')
}

export const airship: AgentScene = (palette) => {
  const hull = 'M170 330C270 170 760 150 960 320C760 480 280 480 170 330Z'
  return [
    floor(820, palette.field),
    voices(half(820, 300, 230), half(420, 480, 270), palette),
    strokePath('M930 820C950 560 990 300 1000 110C1010 300 1050 560 1070 820', palette.deep, 16),
    strokePath(
      'M944 690h112M962 520h76M978 330h44M950 690l100 -170M1050 690l-100 -170M966 520l56 -190M1034 520l-56 -190',
      palette.deep,
      9,
    ),
    strokePath('M930 820C950 740 1050 740 1070 820', palette.deep, 12),
    fillPath(hull, '#fffdf8'),
    clipInside(
      hull,
      each(9, (i) =>
        strokePath(`M${220 + i * 92} 130C${190 + i * 92} 260 ${190 + i * 92} 400 ${220 + i * 92} 540`, palette.field, 8),
      ) + fillPath('M100 350C400 420 700 420 1000 340V560H100Z', palette.bright),
    ),
    strokePath(hull, palette.deep, 11),
    fillPath('M170 330l-96 -92v190Z', palette.both),
    each(7, (i) => strokePath(`M${300 + i * 76} ${440 - Math.abs(3 - i) * 8}L${360 + i * 58} 590`, palette.deep, 4)),
    strokePath(
      'M330 590h470M350 630h430M330 590l40 40 40 -40 40 40 40 -40 40 40 40 -40 40 40 40 -40 40 40 40 -40 40 40 40 -40',
      palette.deep,
      7,
    ),
    fillPath(boxPath(540, 566, 86, 70), palette.deep),
    dot(584, 532, 28, palette.both),
    fillPath('M536 520h96l-18 -14h-60ZM556 506c4 -34 52 -34 56 0Z', '#fffdf8'),
    shadow(240, 836, 620, palette.line),
  ].join('')
}

export const slips: AgentScene = (palette) => {
  const slip = (i: number) => {
    const [x, y] = [196 + i * 84, 96 + Math.abs(4.5 - i) * 10]
    return (
      fillPath(boxPath(x, y, 72, 560), i % 2 ? '#fffdf8' : palette.field) +
      each(5 + ((i * 3) % 4), (mark) =>
        strokePath(
          `M${x + 20} ${y + 56 + mark * 64}h32M${x + 36} ${y + 42 + mark * 64}v34${mark % 2 ? `M${x + 22} ${y + 80 + mark * 64}l28 0` : ''}`,
          palette.deep,
          6,
        ),
      )
    )
  }
  return [
    voices(half(330, 420, 270), half(850, 420, 290), palette),
    each(10, slip),
    strokePath('M170 236C420 196 800 196 1060 236M170 520C420 480 800 480 1060 520', palette.both, 14),
    strokePath('M1060 236c60 20 40 120 80 160M1060 520c60 20 30 110 70 150', palette.both, 10),
    floor(730, palette.deep),
    each(4, (i) =>
      strokePath(`M-40 ${768 + i * 36}${each(9, () => 'q40 -34 80 0t80 0')}`, i === 1 ? palette.bright : palette.deepLine, 8),
    ),
  ].join('')
}

export const chain: AgentScene = (palette) => {
  const link = (x: number, y: number, degrees: number, open = false) =>
    transform(
      strokePath(
        open
          ? 'M-40 -62h-50a62 62 0 0 0 0 124h180a62 62 0 0 0 44 -106'
          : 'M-90 -62h180a62 62 0 0 1 0 124h-180a62 62 0 0 1 0 -124Z',
        palette.deep,
        50,
      ) +
        strokePath(
          open
            ? 'M-40 -62h-50a62 62 0 0 0 0 124h180a62 62 0 0 0 44 -106'
            : 'M-90 -62h180a62 62 0 0 1 0 124h-180a62 62 0 0 1 0 -124Z',
          '#fffdf8',
          30,
        ),
      x,
      y,
      degrees,
    )
  return [
    floor(770, palette.field),
    voices(half(400, 350, 260), half(810, 400, 290), palette),
    link(40, 150, 34),
    link(230, 270, 30),
    link(430, 372, 26, true),
    transform(
      fillPath('M0 0C-90 -52 -260 -52 -330 -10V170C-260 128 -90 128 0 180Z', '#fffdf8') +
        fillPath('M0 0C90 -52 260 -52 330 -10V170C260 128 90 128 0 180Z', palette.paper) +
        strokePath(
          'M0 0C-90 -52 -260 -52 -330 -10V170C-260 128 -90 128 0 180C90 128 260 128 330 170V-10C260 -52 90 -52 0 0V180',
          palette.deep,
          10,
        ) +
        each(3, (i) =>
          strokePath(
            `M-286 ${20 + i * 38}C-220 ${-6 + i * 38} -110 ${-4 + i * 38} -50 ${22 + i * 38}M50 ${22 + i * 38}C110 ${-4 + i * 38} 220 ${-6 + i * 38} 286 ${20 + i * 38}`,
            palette.line,
            6,
          ),
        ),
      720,
      610,
    ),
    dot(640, 300, 18, palette.both),
    ...[0.05, 0.12, 0.2].map((rotation) =>
      strokePath(`M${around(600, 380, 120, rotation)}L${around(600, 380, 176, rotation)}`, palette.both, 12),
    ),
  ].join('')
}

export const sail: AgentScene = (palette) =>
  [
    fillPath('M0 640C200 560 330 600 470 650S760 560 920 610 1120 560 1200 590V900H0Z', palette.field),
    voices(half(820, 290, 220), half(470, 420, 280), palette),
    strokePath('M60 560C160 380 250 470 330 330S560 160 640 250 880 120 960 200 1090 330 1150 300', palette.line, 9, '4 26'),
    ...[
      [60, 560],
      [330, 330],
      [640, 250],
      [960, 200],
    ].map(([x = 0, y = 0]) => dot(x, y, 17, palette.both)),
    fillPath('M420 640C460 400 640 220 860 150C880 340 860 520 820 640Z', '#fffdf8'),
    clipInside(
      'M420 640C460 400 640 220 860 150C880 340 860 520 820 640Z',
      each(8, (i) =>
        strokePath(`M${420 + i * 70} 660C${480 + i * 60} 440 ${620 + i * 40} 260 ${860 + i * 8} 130`, palette.field, 9),
      ) + fillPath('M380 560H900V700H380Z', palette.both),
    ),
    strokePath('M420 640C460 400 640 220 860 150C880 340 860 520 820 640Z', palette.deep, 10),
    strokePath('M390 690L880 120M640 400V720', palette.deep, 16),
    fillPath('M250 690C420 730 820 730 960 660C930 800 830 850 620 850S310 800 250 690Z', palette.deep),
    strokePath('M300 744C460 780 780 780 918 730', palette.bright, 10),
    each(3, (i) =>
      strokePath(`M-40 ${812 + i * 34}${each(9, () => 'q38 -30 76 0t76 0')}`, i === 1 ? palette.bright : palette.line, 8),
    ),
  ].join('')

export const keys: AgentScene = (palette) => {
  const key = (i: number) => {
    const x = -40 + i * 96
    const lift = Math.round(Math.sin(i * 0.8) * 26)
    return fillPath(boxPath(x, 560 + lift, 90, 400), '#fffdf8') + strokePath(boxPath(x, 560 + lift, 90, 400), palette.deep, 7)
  }
  const sharp = (i: number) =>
    [2, 6, 9, 13].includes(i)
      ? ''
      : fillPath(boxPath(24 + i * 96, 540 + Math.round(Math.sin(i * 0.8) * 26), 54, 220), palette.deep)
  const note = (x: number, y: number, colour: string) =>
    `<ellipse cx="${x}" cy="${y}" rx="40" ry="30" transform="rotate(-18 ${x} ${y})" fill="${colour}"/>` +
    strokePath(`M${x + 36} ${y - 8}v-170`, colour, 12)
  return [
    voices(half(380, 330, 250), half(800, 340, 270), palette),
    each(5, (i) =>
      strokePath(
        `M-20 ${150 + i * 40}C260 ${40 + i * 40} 420 ${330 + i * 40} 700 ${190 + i * 40}S1080 ${70 + i * 40} 1230 ${190 + i * 40}`,
        palette.paper,
        6,
      ),
    ),
    note(250, 330, '#fffdf8'),
    note(560, 372, palette.paper),
    strokePath('M286 152C380 130 480 170 596 194', '#fffdf8', 22),
    note(880, 320, palette.deep),
    each(14, key),
    each(13, sharp),
    fillPath(agentPath(half(1040, 150, 46)), palette.both),
    fillPath(circlePath(half(120, 130, 40)), palette.both),
    each(26, (i) => dot(40 + ((i * 211) % 1120), 30 + ((i * 97) % 440), 5 + (i % 3) * 4, i % 2 ? palette.both : palette.bright)),
  ].join('')
}
