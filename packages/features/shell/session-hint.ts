/** Cookie that page scripts can read: there may be a session. `__Host-` before it on https. */
export const sessionHintCookie = 'signed-in'
