const marks = /([?&])(?:(?:utm_[^=&#]*|\w*clk?id|[gw]braid)(?:=[^&#]*)?(?:&|(?=#|$)))+/gi

/**
 * An address, or its query, without the marks that say where a visit comes from (`utm_source`, `gclid`, `fbclid`, …). They are for the
 * scripts that count visits, which read the browser's own address; what a page says never depends on them.
 */
export const withoutMarks = (address: string) => address.replace(marks, '$1').replace(/[?&](?=#|$)/, '')
