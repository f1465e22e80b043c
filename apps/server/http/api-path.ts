// Express ignores the case of a path, so these must too: a rule that sees only `/api/` would not hold for `/API/`

/** Also with slashes too many, which lead nowhere: a program gets JSON there too. */
export const isApiPath = (path: string) => /^\/+api\//i.test(path)

export const isProcedurePath = (path: string) => /^\/api\/trpc\//i.test(path)
