export const saveFile = (name: string, content: object): void =>
  saveText(name, JSON.stringify(content, null, 2), 'application/json')

/** Keeps the object URL for a minute: Safari reads it only after the user has allowed the download. */
export function saveText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
