/**
 * Opens the page again without the user name and password of its address (`https://user:password@…`, as staging sites are linked):
 * browsers fetch no address relative to such a one, and every call would fail. Returns whether it does.
 */
export function reopenWithoutPassword(): boolean {
  if (!/^\w+:\/\/[^/]*@/.test(document.URL)) return false
  const { origin, pathname, search, hash } = location
  location.replace(origin + pathname + search + hash)
  return true
}
