/**
 * What stands where the console would when its first texts could not be fetched. It is said in two languages, because which
 * table would have said it is not known, and on a plain page, because nothing else is there.
 */
export function showLoadError(root: HTMLElement, again: () => void): void {
  const { ownerDocument: page } = root
  const main = page.createElement('main')
  main.className = 'waiting'
  const text = page.createElement('p')
  text.role = 'alert'
  text.append('页面加载失败', page.createElement('br'), 'Paydesk could not be loaded')
  const button = page.createElement('button')
  button.append('重试 · Try again')
  button.addEventListener('click', again)
  main.append(text, button)
  root.replaceChildren(main)
  button.focus()
}
