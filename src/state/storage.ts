import type { RowIdentity, RowKind } from '#commands/rows/rowRef.ts'
import { GUEST, type Permissions } from '#contract/authority.ts'
import type { OpenConfig, SoftphoneConfig, SystemConfig } from '#contract/rows/system.ts'
import type { DetailPageInfo } from '../lending/detailPage.ts'
import type { BrowserStorage } from './browserStorage.ts'
import { type Is, isA, isFlag, isListOf, isMapOf, isShapeOf, isText, orAbsent, orNull } from './storedShapes.ts'

export type Store = ReturnType<typeof createStore>

/** One stored value. Setting null removes it. */
export interface StoredValue<Value> {
  get(): Value
  set(value: Value): void
}

/**
 * Keys with work data rather than preferences: removed when the session ends. `paydesk.marks` is work too, but is kept: no gateway has
 * another copy of it. Drafts of forms and notes are kept until the user signs out.
 */
const WORK = ['recents', 'usage', 'drafts', 'filterWords', 'telephone', 'signInName', 'severalMerchants']

type Company = NonNullable<SystemConfig['companySystemInfo']>

/** A longer logo, with the picture in its address, would take the room of work data. */
const MAX_LOGO_LENGTH = 100_000

/** A stored reply of the gateway: without the members that the gateway left out. */
type Lacking<Value, Name extends keyof Value> = Omit<Value, Name> & Partial<Pick<Value, Name>>

export type StoredOpenConfig = Lacking<OpenConfig, 'docUrl'>
type StoredSystemConfig = Lacking<Omit<SystemConfig['systemConfig'], 'openConfig'>, 'sandbox' | 'softphone'> & {
  openConfig: StoredOpenConfig
}

const isOpenConfig = isShapeOf<StoredOpenConfig>({ hiddenMenus: isListOf(isText), docUrl: orAbsent(orNull(isText)) })
const isSystemConfig = isShapeOf<StoredSystemConfig>({
  mapsKey: orNull(isText),
  mapsHosts: isListOf(isText),
  contactHighlight: isMapOf(isText),
  smsHighlight: isMapOf(isText),
  openConfig: isOpenConfig,
  sandbox: orAbsent(orNull(isFlag)),
  softphone: orAbsent(orNull(isA<SoftphoneConfig>(isMapOf(isText)))),
})
const isCompany = isShapeOf<Company>({ name: isText, logo: orNull(isText) })
// Whether the kind is known is judged where the rows are listed.
const areRecents = isListOf(isShapeOf<RowIdentity>({ kind: isText as Is<RowKind>, id: isText, number: isText }))

/**
 * The browser storage. Seven keys have fixed names; all others begin with `paydesk.`.
 * Unreadable values and values of another shape count as absent.
 */
export function createStore(local: BrowserStorage) {
  const text = <Value extends string>(key: string): StoredValue<Value | null> => ({
    get: () => local.getItem(key) as Value | null,
    set: (value) => (value === null ? local.removeItem(key) : local.setItem(key, value)),
  })
  const json = <Value>(key: string, is: Is<Value>): StoredValue<Value | null> => {
    // Commands read the same values many times.
    let last: { text: string | null; value: Value | null } = { text: null, value: null }
    return {
      get() {
        const text = local.getItem(key)
        if (text !== last.text) {
          const value = parsed(text)
          last = { text, value: is(value) ? value : null }
        }
        return last.value
      },
      set: (value) => (value === null ? local.removeItem(key) : local.setItem(key, JSON.stringify(value))),
    }
  }
  const company = json('paydesk.company', isCompany)
  return {
    token: text<string>('token'),
    /** The stored key, which may map to another language. */
    localeKey: text<string>('currentLocaleKey'),
    permissions: {
      get: () => permissionsIn(local.getItem('antd-pro-authority')),
      set: (value: Permissions) => local.setItem('antd-pro-authority', JSON.stringify(value)),
    },
    hasLogin: text<'login' | 'logout'>('hasLogin'),
    systemConfig: json('systemConfig', isSystemConfig),
    openConfig: json('openConfig', isOpenConfig),
    detailPageInfo: json('detailPageInfo', isA<DetailPageInfo>(isMapOf(isText))),
    /** The company that runs the gateway, for the sign-in page. */
    company: {
      get: company.get,
      set: (value: Company | null) =>
        company.set(value && { ...value, logo: (value.logo ?? '').length > MAX_LOGO_LENGTH ? null : value.logo }),
    },
    /** Recently opened rows, newest first, each once. */
    recents: recentsIn(json('paydesk.recents', areRecents)),
    isStored: local.isStored,
    hasRoom: local.hasRoom,
    /** A value of this console under `paydesk.`, as JSON. */
    own: <Value>(name: string, is: Is<Value>) => json(`paydesk.${name}`, is),
    /** Removes work data, keeps preferences. */
    clearWork() {
      for (const key of WORK) local.removeItem(`paydesk.${key}`)
    },
  }
}

// Ten are allowed; adding an eleventh keeps the nine newest.
const MOST_RECENTS = 10
const KEPT_RECENTS = 9

function recentsIn(cell: StoredValue<RowIdentity[] | null>) {
  const list = (): readonly RowIdentity[] => cell.get() ?? []
  return {
    list,
    add({ kind, id, number }: RowIdentity) {
      const next = [{ kind, id, number }, ...list().filter((one) => one.kind !== kind || one.id !== id)]
      cell.set(next.length > MOST_RECENTS ? next.slice(0, KEPT_RECENTS) : next)
    },
  }
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A JSON array, or a bare word in the old format; anything else is a guest's. */
function permissionsIn(text: string | null): Permissions {
  if (text === null) return GUEST
  const value = /^[\w-]+$/.test(text) ? text : parsed(text)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((one) => typeof one === 'string') && value.length > 0 ? value : GUEST
}
