/** The agent of the home page, which answers questions about Duo from Duo's own pages. It is no agent of the marketplace. */
export const guide = { slug: 'duo', name: 'Duo' }

/** Earlier questions that a visitor's browser sends along, so that "and when?" can be answered. Nothing of them is stored. */
export const maxTurns = 6

/** Characters of one earlier reply, the rest of which says nothing about what was meant. */
export const maxTurnLength = 2_000
