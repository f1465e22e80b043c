export const LOCK_SPACE = 6_583_663

/** Held shared by every user of the embedded server. The exclusive holder may stop the server. */
export const EMBEDDED_USERS_LOCK = 1

export const SERVER_LOCK = 2
