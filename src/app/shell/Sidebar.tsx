import * as lucide from 'lucide-react'
import { useState } from 'react'
import { goCommandId } from '#commands/navigation/go.ts'
import { menuRoutes } from '#commands/navigation/menu.ts'
import { type IconName, menuGroups } from '#commands/navigation/menuGroups.ts'
import { type Route, type RouteId, routes } from '#commands/navigation/routes.ts'
import { CommandIcon } from '../../keyboard/CommandIcon.tsx'
import { RouteKeys } from '../../keyboard/RouteKeys.tsx'
import { useValue } from '../../state/value.ts'
import { Brand } from '../../ui/Brand.tsx'
import { useCompany } from '../../useCompany.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './Sidebar.module.css'

const icons: Record<IconName, lucide.LucideIcon> = {
  'arrow-down-circle': lucide.CircleArrowDown,
  'arrow-in': lucide.ArrowDownLeft,
  'arrow-out': lucide.ArrowUpRight,
  'arrow-up-circle': lucide.CircleArrowUp,
  book: lucide.BookOpen,
  branch: lucide.GitBranch,
  calendar: lucide.CalendarDays,
  cart: lucide.ShoppingCart,
  code: lucide.CodeXml,
  gauge: lucide.Gauge,
  'id-card': lucide.IdCard,
  key: lucide.KeyRound,
  ledger: lucide.NotebookText,
  list: lucide.List,
  'lock-reset': lucide.LockKeyhole,
  'minus-circle': lucide.CircleMinus,
  people: lucide.Users,
  play: lucide.Play,
  'plus-circle': lucide.CirclePlus,
  shield: lucide.Shield,
  shop: lucide.Store,
  signature: lucide.Signature,
  swap: lucide.ArrowLeftRight,
  wallet: lucide.Wallet,
  webhook: lucide.Webhook,
}

/** The menu of permitted routes, each with its key. Collapsed it shows icons, with labels on focus. */
export function Sidebar({ place }: { place: RouteId }) {
  const t = useT()
  const { features, openConfig, preferences, scope } = useConsole()
  useValue(features)
  const { hiddenMenus } = useValue(openConfig)
  const isCollapsed = useValue(preferences.isCollapsed)
  const company = useCompany()
  const { permissions, app } = scope()
  // An entry without a group stands alone.
  const groups = Map.groupBy(menuRoutes(permissions, hiddenMenus, features.has), (id) => menuOf(id)?.group ?? id)
  return (
    <nav className={styles.sidebar} data-menu="" data-collapsed={isCollapsed} aria-label={t('app.menu')}>
      <a className={styles.brand} href="#/" aria-label={company.name}>
        <Brand size={22} logo={company.logo} alt={isCollapsed ? company.name : ''} />
        <span className={styles.name}>{company.name}</span>
      </a>
      <div className={styles.menu}>
        {[...groups].map(([key, entries]) => (
          <Entries key={key} entries={entries} place={place} isCollapsed={isCollapsed} />
        ))}
      </div>
      <CommandIcon
        of="layout.toggleSidebar"
        icon={isCollapsed ? lucide.PanelLeftOpen : lucide.PanelLeftClose}
        label={t(isCollapsed ? 'topbar.sidebar.expand' : 'topbar.sidebar.collapse')}
        className={styles.toggle}
        aria-expanded={!isCollapsed}
        onClick={app.toggleSidebar}
      />
    </nav>
  )
}

const menuOf = (id: RouteId) => (routes[id] as Route).menu

/** The entries of a group under its collapsible title. In the collapsed sidebar all entries are visible. */
function Entries({ entries, place, isCollapsed }: { entries: readonly RouteId[]; place: RouteId; isCollapsed: boolean }) {
  const t = useT()
  const groupId = menuOf(entries[0]!)?.group ?? null
  const group = groupId === null ? null : menuGroups[groupId]
  const [isOpen, setOpen] = useState(true)
  const [shownPlace, setShownPlace] = useState(place)
  // The group of the current page opens on navigation, in the same render: an effect would show it closed for a moment.
  if (place !== shownPlace) {
    setShownPlace(place)
    if (entries.includes(place)) setOpen(true)
  }
  const Icon = group === null ? null : icons[group.icon]
  return (
    <section aria-label={group === null ? undefined : t(group.title)}>
      {group !== null && Icon !== null && (
        <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon size={12} strokeWidth={1.5} aria-hidden="true" />
          <span className="truncate">{t(group.title)}</span>
          <lucide.ChevronDown className={styles.chevron} size={12} strokeWidth={1.5} aria-hidden="true" />
        </button>
      )}
      {(isOpen || isCollapsed) && (
        <ul>
          {entries.map((id) => (
            <li key={id}>
              <Entry id={id} isCurrent={id === place} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({ id, isCurrent }: { id: RouteId; isCurrent: boolean }) {
  const t = useT()
  const { path, title } = routes[id]
  const Icon = icons[menuOf(id)?.icon ?? 'list']
  return (
    <a
      className={styles.entry}
      href={`#${path}`}
      data-command={goCommandId(id)}
      title={t(title)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.word}>{t(title)}</span>
      <span className={styles.keys} aria-hidden="true">
        <RouteKeys of={id} />
      </span>
    </a>
  )
}
