/** Our own range of Postgres' advisory locks: the first of the two keys. */
export const LOCK_SPACE = 6_583_663

/** Held shared by everyone who uses the embedded server; whoever gets it alone may stop the server. */
export const EMBEDDED_USERS_LOCK = 1

/** Held by the one server that uses an embedded data folder. */
export const SERVER_LOCK = 2
