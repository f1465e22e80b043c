import { markSvg } from '../picture-mark.ts'
import { boxPath, fillPath, type Scene, sheet } from '../svg.ts'
import { anyScene } from './general.ts'
import { blocks, doors, layers, plumbing } from './making.ts'
import { balance, exchange, hour, income, pricing, streams } from './money.ts'
import { crowd, ethics, future, security, success, validation } from './trust.ts'
import { hurdles, shop } from './work.ts'

/** By picture name: both languages of an article share the picture, named after the English one. */
export const scenes: Record<string, Scene> = {
  'your-own-ai-with-your-validation': validation,
  'how-to-price-your-ai-agent': pricing,
  '83-percent-creators-use-ai-are-you-being-left-behind': crowd,
  'goduoai-revolution': exchange,
  'how-to-make-money-with-ai-agents-in-2025': income,
  'monetization-2-0-ai-agents-new-revenue-streams-creators': streams,
  'the-future-of-ai-agents': future,
  'no-code-revolutionizing-ai-agent-creation': plumbing,
  'ai-agent-adoption-challenges-and-solutions': hurdles,
  'ai-agents-revolutionizing-small-business-operations': shop,
  'the-future-of-expert-knowledge-monetization': hour,
  'building-trust-ai-security-best-practices': security,
  'no-code-ai-making-technology-accessible': doors,
  'scaling-expertise-consultation-to-ai-automation': layers,
  'customer-success-stories-real-ai-results': success,
  'economics-of-ai-roi-and-cost-benefit-analysis': balance,
  'ai-ethics-and-responsible-automation': ethics,
  'getting-started-how-to-build-your-first-ai-agent': blocks,
}

export const sceneOf = (name: string): Scene => (Object.hasOwn(scenes, name) && scenes[name]) || anyScene(name)

export function articleArt(name: string): string {
  const { ground, draw } = sceneOf(name)
  const { width, height } = sheet
  return markSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${fillPath(boxPath(0, 0, width, height), ground.base)}${draw(ground)}</svg>`,
  )
}
