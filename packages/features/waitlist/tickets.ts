/** Purposes of tickets, whose subject is the entry's id. A ticket of one purpose is rejected for every other. */
export const ticketPurposes = {
  /** For the browser that joined. After confirmation it shows only position and invitation: the e-mail may be another's. */
  joined: 'waitlist.joined',
  /** Mailed, or given for a confirmation or to the linked account: proves the mailbox. */
  member: 'waitlist.member',
  confirm: 'waitlist.confirm',
  unsubscribe: 'waitlist.unsubscribe',
} as const

export const entryTickets = [ticketPurposes.joined, ticketPurposes.member] as const
