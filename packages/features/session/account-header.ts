/**
 * Names the account of the page that calls. A session of another account, which another tab may have opened since, then counts as none,
 * so that nothing is saved there. The header can only refuse: it opens nothing.
 */
export const accountHeader = 'x-account'
