/** Hands a file that has arrived to the browser's own download. */
export function saveFile({ blob, name }: { blob: Blob; name: string }, window: Window): void {
  const url = URL.createObjectURL(blob)
  const link = window.document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
