/** Unlike in browsers, a broken stream is never resumed: tests cover how pages react to it. */
export class TestEventSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSED = 2
  readyState = 0

  constructor(address: string | URL) {
    super()
    this.#read(String(address)).catch(() => this.#fail(0))
  }

  close() {
    this.readyState = 2
  }

  async #read(address: string) {
    const response = await fetch(address)
    if (!response.ok || !response.body) return this.#fail(2)
    this.readyState = 1
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body) {
      if (this.readyState === 2) return
      text += decoder.decode(bytes, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) this.#tell(event)
    }
    this.#fail(0)
  }

  #tell(event: string) {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(event)?.[1]
    const init = { data: field('data') ?? '', lastEventId: field('id') ?? '' }
    this.dispatchEvent(new MessageEvent(field('event') ?? 'message', init))
  }

  #fail(state: 0 | 2) {
    if (this.readyState === 2) return
    this.readyState = state
    this.dispatchEvent(new Event('error'))
  }
}
