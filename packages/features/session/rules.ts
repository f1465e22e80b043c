/** Of the page to return to after signing in, in characters. A redirect must fit into the header buffer of a proxy (nginx: 4 kB). */
export const maxReturnPathLength = 500
