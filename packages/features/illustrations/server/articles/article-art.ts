import { fillColours, readDrawings } from '../drawings.ts'
import { markSvg } from '../picture-mark.ts'
import { brandColours, grounds } from '../svg.ts'
import { anyScene } from './general.ts'

const groundColours = Object.entries(grounds).flatMap(([ground, colours]) =>
  Object.entries(colours).map(([part, colour]) => [`${ground}.${part}`, colour] as const),
)
const colours = { ...brandColours, ...Object.fromEntries(groundColours) }

/** By picture name: both languages of an article share the picture, named after the English one. */
export const articleDrawings: ReadonlyMap<string, string> = new Map(
  Array.from(readDrawings('articles'), ([name, drawing]) => [name, fillColours(drawing, colours)]),
)

export const articleArt = (name: string) => markSvg(articleDrawings.get(name) ?? anyScene(name))

/** The horizontal centre of interest, 0 (left) to 1 (right); narrower crops keep it visible. */
export const focusOf = (name: string) => Number(/data-focus="(.*?)"/.exec(articleDrawings.get(name) ?? '')?.[1] ?? 0.5)
