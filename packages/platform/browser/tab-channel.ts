/** Opens a channel to the other tabs; null in a browser without one (Safari before 15.4), where each tab learns of changes by polling. */
export const openTabChannel = (name: string): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
