import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Tone } from '#commands/message.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import { useCore } from '../useCore.tsx'
import styles from './ToastRegion.module.css'
import { ACTION_MS, type LoggedToast, NOTICE_MS } from './toasts.ts'

const icons: Record<Tone, LucideIcon> = { info: Info, done: CircleCheck, error: CircleAlert }

/** The toasts: bottom right, newest lowest. Hovering or focusing them pauses their timers. */
export function ToastRegion() {
  const { toasts } = useCore()
  const [manager] = useState(() => Toast.createToastManager<LoggedToast>())
  useEffect(() => {
    let seen: readonly LoggedToast[] = []
    const draw = () => {
      // Toasts shown before this region mounted are shown as well.
      for (const logged of toasts.log.filter((one) => !seen.includes(one)).toReversed()) {
        if (logged.isDismissed) manager.close(String(logged.id))
        else add(manager, logged)
      }
      seen = toasts.log
    }
    draw()
    return toasts.subscribe(draw)
  }, [toasts, manager])
  return (
    <Toast.Provider toastManager={manager} timeout={NOTICE_MS} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={styles.region}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

type Manager = ReturnType<typeof Toast.createToastManager<LoggedToast>>

const add = (manager: Manager, logged: LoggedToast) =>
  manager.add({
    // A repeated id updates the toast in place and restarts its timer.
    id: String(logged.id),
    title: logged.title,
    description: logged.text,
    timeout: logged.stays === true ? 0 : logged.action === undefined ? NOTICE_MS : ACTION_MS,
    priority: logged.tone === 'error' ? 'high' : 'low',
    data: logged,
  })

function ToastList() {
  const t = useT()
  const { activeScopes } = useConsole()
  // The library returns only a focus that its own key moved here. `focusPage` is in the chunk of the commands, which no toast waits for.
  const attach = useCallback(
    (toast: HTMLElement | null) => () => {
      if (!toast?.contains(document.activeElement)) return
      document.getElementById('main')?.focus()
      activeScopes.list?.focus()
    },
    [activeScopes],
  )
  const { toasts, close } = Toast.useToastManager<LoggedToast>()
  return toasts.map((toast) => {
    const { tone = 'info', times = 1, title, action } = toast.data ?? {}
    const Icon = icons[tone]
    const button = action !== undefined && (
      <Toast.Action
        className={styles.action}
        onClick={() => {
          close(toast.id)
          action.run()
        }}
      >
        {action.title}
        {action.keys && <Kbd keys={action.keys} />}
      </Toast.Action>
    )
    return (
      <Toast.Root key={toast.id} ref={attach} toast={toast} className={styles.toast} swipeDirection={[]}>
        <Icon className={styles[tone]} size={16} strokeWidth={1.5} aria-hidden="true" />
        <Toast.Content className="grow">
          <Toast.Title className="bold" />
          <Toast.Description className="second breakable" />
          {/* A text below a title is long: beside it the button would make it narrow. */}
          {title !== undefined && button}
        </Toast.Content>
        {title === undefined && button}
        {times > 1 && <span className="faint tiny">×{times}</span>}
        <Toast.Close className={styles.close} aria-label={t('app.close')}>
          <X size={14} strokeWidth={1.5} />
        </Toast.Close>
      </Toast.Root>
    )
  })
}
