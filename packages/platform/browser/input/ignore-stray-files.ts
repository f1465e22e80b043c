/** Keeps a file that misses a drop zone from replacing the page. Zones handle their events first. */
export function ignoreStrayFiles(): void {
  for (const type of ['dragover', 'drop'] as const)
    window.addEventListener(type, (event) => {
      const isFileField = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if (event.defaultPrevented || isFileField || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    })
}
