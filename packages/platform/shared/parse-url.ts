/** Returns null for what is no address. Browsers before 2023 lack `URL.canParse` and `URL.parse`. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
