/** The public pages without parameters, in English. */
export const publicPaths = ['/', '/pricing', '/about', '/community', '/blog', '/privacy', '/terms', '/help']
