/** Has a page do without the stream of events: the driver takes a page for busy while anything is on its way, and that has no end. */
export function withoutStream(): void {
  const { fetch } = window
  window.fetch = (input, init) =>
    String(input).endsWith('/api/index/events') ? Promise.resolve(new Response('', { status: 404 })) : fetch(input, init)
}
