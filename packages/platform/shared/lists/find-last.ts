/** -1 if no item matches. Browsers before 2022 lack `Array.findLastIndex`. */
export const findLastIndex = <T>(list: readonly T[], matches: (item: T) => boolean): number =>
  list.map((item) => matches(item)).lastIndexOf(true)

/** Browsers before 2022 lack `Array.findLast`. */
export const findLast = <T>(list: readonly T[], matches: (item: T) => boolean): T | undefined =>
  list[findLastIndex(list, matches)]
