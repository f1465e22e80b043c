import { motifAt } from '#shared/motif.ts'

/** Moves the halves of the page's MotifProgress, without React. */
export function showProgress(progress: number): void {
  const motif = document.querySelector<SVGElement>('[data-motif]')
  const [left, right, met] = motif?.querySelectorAll<SVGElement>(':scope > *') ?? []
  if (!motif || !left || !right || !met || motif.dataset.motif === String(progress)) return
  motif.dataset.motif = String(progress)
  const { person, agent, overlap } = motifAt(progress)
  left.style.transform = `translate(${person.x}px, ${person.y}px)`
  right.style.transform = `translate(${agent.x}px, ${agent.y}px)`
  // another element, so that the overlap appears after the transition
  const next = document.importNode(met)
  next.setAttribute('d', overlap)
  met.replaceWith(next)
}
