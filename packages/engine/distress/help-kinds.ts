/** `danger`: a life may depend on the next minutes (attack, poisoning, medical emergency). In order of urgency. */
export const helpKinds = ['danger', 'child', 'sexual', 'violence', 'suicide', 'eating'] as const
export type HelpKind = (typeof helpKinds)[number]
