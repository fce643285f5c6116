const NAME = 'paydesk.tab'

/** The name of this tab: it outlives a reload, and no other tab has it. */
export function tabId(session: Storage, newName: () => string): string {
  const known = session.getItem(NAME)
  if (known !== null) return known
  const name = newName()
  session.setItem(NAME, name)
  return name
}
