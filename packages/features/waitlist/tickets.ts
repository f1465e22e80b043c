/**
 * What tickets are for, said once: the waitlist signs them, the waitlist and the survey read them. Their subject is the entry's id. A
 * ticket for one purpose is refused for every other.
 */
export const ticketPurposes = {
  /**
   * Given to the browser that joined: somebody typed the address, nobody has proved that it is theirs. Once the owner has confirmed it,
   * such a ticket shows the place and the invitation, and stores answers where there are none; it reads and replaces nothing else.
   */
  joined: 'waitlist.joined',
  /** Sent to the mailbox (or given in exchange for a confirmation, or to the account of the address): the holder reads its mail. */
  member: 'waitlist.member',
  /** In the welcome mail: confirms the address, nothing else. */
  confirm: 'waitlist.confirm',
  /** In every mail and its List-Unsubscribe header: stops mails, nothing else. */
  unsubscribe: 'waitlist.unsubscribe',
} as const

/** The tickets that open an entry. */
export const entryTickets = [ticketPurposes.joined, ticketPurposes.member] as const
