import type { Activity } from '#contract/rows/audit.ts'

export interface ActivityGroup {
  /** The newest of the group. */
  activity: Activity
  count: number
}

/** Actions about the session alone. They are many and change nothing. */
const SESSION_ACTIONS: readonly (string | null)[] = ['login', 'logout', 'locale', 'clearNotices']

/**
 * The activities, newest first: those about money and configuration, then the others. Equal ones of one user follow each other as
 * one entry with their number.
 */
export function groupActivities(activities: readonly Activity[]): ActivityGroup[] {
  const isSession = ({ action }: Activity) => SESSION_ACTIONS.includes(action)
  const groups = new Map<string, ActivityGroup>()
  for (const activity of activities) {
    const { id, actor, action, target } = activity
    const key = isSession(activity) ? `${actor} ${action}` : target === null ? `${actor} ${action} ${activity.text}` : id
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { activity, count: 1 })
    else group.count++
  }
  const found = [...groups.values()]
  return [...found.filter(({ activity }) => !isSession(activity)), ...found.filter(({ activity }) => isSession(activity))]
}
