/** The agent of the home page, which answers questions about Duo from Duo's own pages. It is no agent of the marketplace. */
export const guide = { slug: 'duo', name: 'Duo' }
