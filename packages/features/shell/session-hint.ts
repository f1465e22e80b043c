/** Cookie that scripts can read: the browser may have a session. With `__Host-` on https. */
export const sessionHintCookie = 'signed-in'
