/**
 * Shown in place of the console when its first texts could not be loaded. In two languages, because the user's is unknown, and
 * on a plain page, because nothing else has loaded.
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
