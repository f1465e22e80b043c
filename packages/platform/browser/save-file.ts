/** Gives the person a JSON file. */
export const saveFile = (name: string, content: object): void =>
  saveText(name, JSON.stringify(content, null, 2), 'application/json')

/** Gives the person a file of text. Its address is kept for a minute: Safari reads it only once the download has been agreed to. */
export function saveText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
