const NAME = 'paydesk.tab'

/** The unique id of this tab. It survives a reload. */
export function tabId(session: Storage, newName: () => string): string {
  const known = session.getItem(NAME)
  if (known !== null) return known
  const name = newName()
  session.setItem(NAME, name)
  return name
}
