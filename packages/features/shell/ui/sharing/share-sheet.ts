/** Opens the device's own share menu. */
export async function openShareSheet(content: ShareData): Promise<void> {
  try {
    await navigator.share(content)
  } catch (error) {
    // the person closed it
    if (!(error instanceof DOMException && error.name === 'AbortError')) console.error(error)
  }
}
