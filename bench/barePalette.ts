/**
 * Runs in an empty page: a minimal palette that handles the console's keys. A field and a list, created on opening, with a
 * substring filter and the same maximum of rendered rows.
 */
export function layPalette({ titles, drawn }: { titles: string[]; drawn: number }): void {
  const style = document.createElement('style')
  style.textContent = `
    body { margin: 0; font: 13px/16px system-ui, sans-serif }
    dialog { display: block; position: fixed; top: 12vh; width: 640px; padding: 0; border: 1px solid #ddd }
    input { width: 100%; height: 48px; box-sizing: border-box; border: 0; font: inherit }
    [role=listbox] { height: 420px; overflow: auto }
    [role=option] { height: 36px; line-height: 36px; padding: 0 16px }`
  document.body.replaceChildren(style)

  function open(): void {
    const dialog = document.createElement('dialog')
    const input = document.createElement('input')
    const list = document.createElement('div')
    list.setAttribute('role', 'listbox')
    const fill = () => {
      const text = input.value.toLowerCase()
      const found = titles.filter((title) => title.toLowerCase().includes(text)).slice(0, drawn)
      list.replaceChildren(
        ...found.map((title) => {
          const option = document.createElement('div')
          option.setAttribute('role', 'option')
          option.textContent = title
          return option
        }),
      )
    }
    input.addEventListener('input', fill)
    input.addEventListener('keydown', ({ key }) => key === 'Escape' && dialog.remove())
    fill()
    dialog.append(input, list)
    document.body.append(dialog)
    input.focus()
  }

  addEventListener('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  })
}
