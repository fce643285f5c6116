import { useSelector } from '@xstate/react'
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  BookOpen,
  CalendarDays,
  ChevronDown,
  CircleArrowUp,
  CircleMinus,
  CirclePlus,
  CodeXml,
  Gauge,
  GitBranch,
  IdCard,
  KeyRound,
  List,
  LockKeyhole,
  type LucideIcon,
  NotebookText,
  PanelLeftClose,
  PanelLeftOpen,
  Play,
  Shield,
  ShoppingCart,
  Signature,
  Store,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { goCommandId } from '#commands/navigation/go.ts'
import { menuRoutes } from '#commands/navigation/menu.ts'
import { type IconName, type MenuGroupId, menuGroups } from '#commands/navigation/menuGroups.ts'
import { type Route, type RouteId, routes } from '#commands/navigation/routes.ts'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import { useValue } from '../../state/value.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './Sidebar.module.css'

const icons: Record<IconName, LucideIcon> = {
  'arrow-in': ArrowDownLeft,
  'arrow-out': ArrowUpRight,
  'arrow-up-circle': CircleArrowUp,
  book: BookOpen,
  branch: GitBranch,
  calendar: CalendarDays,
  cart: ShoppingCart,
  code: CodeXml,
  gauge: Gauge,
  'id-card': IdCard,
  key: KeyRound,
  ledger: NotebookText,
  list: List,
  'lock-reset': LockKeyhole,
  'minus-circle': CircleMinus,
  people: Users,
  play: Play,
  'plus-circle': CirclePlus,
  shield: Shield,
  shop: Store,
  signature: Signature,
  swap: ArrowLeftRight,
  wallet: Wallet,
  webhook: Webhook,
}

/** The menu of permitted routes, each with its key. Collapsed it shows icons, with labels on focus. */
export function Sidebar({ place }: { place: RouteId }) {
  const t = useT()
  const { preferences, scope, session } = useConsole()
  const isCollapsed = useValue(preferences.isCollapsed)
  const company = useSelector(session, ({ context }) => context.companySystemInfo)
  const { permissions, hiddenMenus, app } = scope()
  return (
    <nav className={styles.sidebar} data-collapsed={isCollapsed} aria-label={t('app.menu')}>
      <a className={styles.brand} href="#/" aria-label={company?.name ?? t('app.name')}>
        <Brand size={22} />
        <span className={styles.name}>{company?.name ?? t('app.name')}</span>
      </a>
      <div className={styles.menu}>
        {grouped(menuRoutes(permissions, hiddenMenus)).map(({ group, entries }) => (
          <Entries key={group ?? entries[0]} group={group} entries={entries} place={place} isCollapsed={isCollapsed} />
        ))}
      </div>
      <Button
        variant="icon"
        className={styles.toggle}
        aria-label={t(isCollapsed ? 'topbar.sidebar.expand' : 'topbar.sidebar.collapse')}
        aria-expanded={!isCollapsed}
        onClick={app.toggleSidebar}
      >
        {isCollapsed ? <PanelLeftOpen size={16} strokeWidth={1.5} /> : <PanelLeftClose size={16} strokeWidth={1.5} />}
      </Button>
    </nav>
  )
}

interface EntriesProps extends Group {
  place: RouteId
  isCollapsed: boolean
}

/** The entries of a group under its collapsible title. In the collapsed sidebar all entries are visible. */
function Entries({ group, entries, place, isCollapsed }: EntriesProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  // The group of the current page opens on navigation.
  const isHere = entries.includes(place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of the same group is come to as well
  useEffect(() => {
    if (isHere) setOpen(true)
  }, [isHere, place])
  const Icon = group === null ? null : icons[menuGroups[group].icon]
  return (
    <section aria-label={group === null ? undefined : t(menuGroups[group].title)}>
      {group !== null && Icon !== null && (
        <h2>
          <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.word}>{t(menuGroups[group].title)}</span>
            <ChevronDown className={styles.chevron} size={14} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </h2>
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
  const { path, title, menu }: Route = routes[id]
  const Icon = icons[menu?.icon ?? 'list']
  return (
    <a className={styles.entry} href={`#${path}`} title={t(title)} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.word}>{t(title)}</span>
      <span className={styles.keys} aria-hidden="true">
        <CommandKeys of={goCommandId(id)} />
      </span>
    </a>
  )
}

interface Group {
  group: MenuGroupId | null
  entries: RouteId[]
}

/** Entries in order; consecutive entries of a group are combined. */
function grouped(ids: readonly RouteId[]): Group[] {
  const groups: Group[] = []
  for (const id of ids) {
    const { menu }: Route = routes[id]
    const group = menu?.group ?? null
    const last = groups.at(-1)
    if (last !== undefined && group !== null && last.group === group) last.entries.push(id)
    else groups.push({ group, entries: [id] })
  }
  return groups
}
