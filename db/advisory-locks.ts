export const LOCK_SPACE = 6_583_663

/** Every user of the embedded server holds it in shared mode. The exclusive holder may stop the server. */
export const EMBEDDED_USERS_LOCK = 1

export const SERVER_LOCK = 2
