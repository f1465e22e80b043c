const explained = ['too_many_requests', 'mailed_before', 'unavailable', 'fresh_factor_needed', 'too_large'] as const

/** Whether a failure has a text of its own. Others show what the page did not manage. */
export const isExplained = (code: string | undefined): code is (typeof explained)[number] =>
  explained.some((known) => known === code)
