const marks = /([?&])(?:(?:utm_[^=&#]*|\w*clk?id|[gw]braid)(?:=[^&#]*)?(?:&|(?=#|$)))+/gi

/** Removes `utm_source`, `gclid`, `fbclid` and the like, which only analytics scripts read. */
export const withoutMarks = (address: string) => address.replace(marks, '$1').replace(/[?&](?=#|$)/, '')
