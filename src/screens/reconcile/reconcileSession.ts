import { atom } from 'jotai'
import { type ActorRefFrom, createActor, type Snapshot } from 'xstate'
import { isElsewhere, ReconcileError } from '../../reconcile/reconcileError.ts'
import type { SessionPosition } from '../../reconcile/session.ts'
import { createReconcileStore, type ReconcileStore } from '../../reconcile/store/reconcileStore.ts'
import type { ReconcileClient } from '../../reconcile/worker/client.ts'
import type { StatementSource } from '../../reconcile/worker/protocol.ts'
import { startReconcileWorker } from '../../reconcile/worker/startWorker.ts'
import type { StoredValue } from '../../state/storage.ts'
import { isMapOf, isObject, isText } from '../../state/storedShapes.ts'
import type { Console } from '../../useConsole.tsx'
import { type ReconcileLogic, reconcileLogic } from './reconcileActors.ts'
import { orderListsFor, type WorkSettings } from './reconcileSettings.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

export type ReconcileActor = ActorRefFrom<ReconcileLogic>

/** The machine of a statement, the engine behind it, and where it is stored. */
export interface SessionCore {
  readonly actor: ReconcileActor
  readonly client: ReconcileClient
  readonly account: string
  readonly store: ReconcileStore
  read(source: StatementSource): void
  /** Stores the decisions and the place of the user after a pause. */
  saveSoon(at: SessionPosition): void
}

export interface ReconcileSession extends SessionCore {
  readonly workbench: Workbench
}

/** Outlives the screen, so that the result is still there after one of its orders was opened elsewhere. */
export const reconcileSessionAtom = atom<ReconcileSession | null>(null)

/** The stored snapshot of an account: where it was when the page ended. */
type StoredSnapshots = Readonly<Record<string, Snapshot<unknown>>>

/** Decisions, and moves of the cursor, are stored this long after the last one, in milliseconds. */
const SAVE_DELAY_MS = 100
/** A match is stored after its first rows were read: storing all orders keeps the worker busy. */
const SAVE_MATCH_DELAY_MS = 1_000
/** Topic of the notice that the session is not stored. */
const UNSAVED = 'reconcile.unsaved'

/** Runs the engine in a worker, and the machine in front of it. A snapshot of it is stored with every step. */
export function startReconciling(console: Console, client: ReconcileClient = startReconcileWorker()): ReconcileSession {
  const { api, clock, i18n, permissions, store, toasts, undo } = console
  const account = store.own('signInName', isText).get() ?? ''
  const snapshots = store.own('reconcile', isMapOf(isObject)) as unknown as StoredValue<StoredSnapshots | null>
  const reconcileStore = createReconcileStore()
  let timer: ReturnType<typeof setTimeout> | undefined
  let position: SessionPosition | null = null
  let isUnsaved = false

  /** A browser that stores nothing is not a reason to stop. One notice tells it until a save succeeds. */
  function save(session: string) {
    client.call('save', { id: session, account, position }).then(
      () => {
        isUnsaved = false
        toasts.dismiss(UNSAVED)
      },
      (error: unknown) => {
        const isTold = isUnsaved || isElsewhere(error) || isCancelled(error)
        if (isTold) return
        isUnsaved = true
        const [title, text] = [i18n.t('reconcile.unsaved'), i18n.t('reconcile.unsaved.text')]
        toasts.show({ tone: 'error', title, text, stays: true, topic: UNSAVED })
      },
    )
  }

  function saveAfter(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { session, isAttached } = actor.getSnapshot().context
      if (session !== null && isAttached) save(session)
    }, ms)
  }

  const logic = reconcileLogic({
    console,
    client,
    account,
    layouts: () => reconcileStore.layouts(account),
    save,
    saveMatch: () => saveAfter(SAVE_MATCH_DELAY_MS),
    newSession: api.newIdempotencyKey,
    lost: (error) => actor.send({ type: 'session.lost', error }),
    arrived(place, steps) {
      position = place
      undo.forget(workbench)
      workbench.returnTo(place, steps)
    },
  })
  const initial: WorkSettings = {
    list: orderListsFor(permissions)[0] ?? 'payin',
    startDate: '',
    endDate: '',
    rules: [],
    basis: 'gross',
    amountTolerance: '0',
    dayTolerance: 1,
  }
  const actor = restoredActor(logic, initial, snapshots.get()?.[account])

  let step = ''
  let settings = initial
  actor.subscribe((current) => {
    // The tab that has changed the session continues from the snapshot.
    if (isElsewhere(current.context.error)) return
    const now = JSON.stringify(current.value)
    if (now === step && current.context.settings === settings) return
    // A rule is remembered when it is accepted.
    if (current.context.settings.rules !== settings.rules && current.matches({ held: 'deciding' })) rememberLayout()
    settings = current.context.settings
    if (current.matches({ held: 'fetching' }) && step.includes('columns')) rememberLayout()
    step = now
    snapshots.set({ ...snapshots.get(), [account]: storable(current.matches('held') ? actor.getPersistedSnapshot() : null) })
  })

  function rememberLayout() {
    const { preview, settings } = actor.getSnapshot().context
    if (preview === null) return
    const { columns, decimalSign, dateOrder, fingerprint, fileName } = preview
    const layout = { roles: columns.map(({ role }) => role), decimalSign, dateOrder, fingerprint, fileName }
    // A browser that stores nothing detects the columns again.
    reconcileStore.saveLayout(account, { ...layout, rules: settings.rules, usedAt: clock.now() }).catch(() => {})
  }

  actor.start()
  const session: SessionCore = {
    actor,
    client,
    account,
    store: reconcileStore,
    read: (source) => actor.send({ type: 'source.given', source }),
    saveSoon(at) {
      position = at
      saveAfter(SAVE_DELAY_MS)
    },
  }
  const workbench = createWorkbench(console, session)
  return { ...session, workbench }
}

const isCancelled = (error: unknown): boolean => error instanceof ReconcileError && error.failure.code === 'cancelled'

/** The machine where the account left it, else at its beginning: the snapshot of another release may lack fields, or not fit at all. */
function restoredActor(logic: ReconcileLogic, settings: WorkSettings, snapshot: Snapshot<unknown> | undefined): ReconcileActor {
  const fresh: ReconcileActor = createActor(logic, { input: { settings } })
  const stored: unknown = snapshot?.status === 'active' && 'context' in snapshot ? snapshot.context : null
  if (!isObject(stored)) return fresh
  const context = { ...fresh.getSnapshot().context, ...stored, settings: { ...settings, ...(stored.settings ?? {}) } }
  const restored: ReconcileActor = createActor(logic, { input: { settings }, snapshot: { ...snapshot, context } as never })
  return restored.getSnapshot().status === 'active' ? restored : fresh
}

/** Without what JSON cannot hold; a restored page attaches the session again. */
function storable(snapshot: unknown): Snapshot<unknown> {
  if (snapshot === null) return { status: 'stopped', output: undefined, error: undefined }
  const { context, ...rest } = snapshot as { context: object }
  return { ...rest, context: { ...context, source: null, error: null, progress: null, isAttached: false } } as never
}
