import { Menu } from '@base-ui/react/menu'
import type { Ref } from 'react'
import type { Command } from '#commands/command.ts'
import { labelOf } from '../commandText.ts'
import { Kbd } from '../ui/Kbd.tsx'
import menu from '../ui/menu.module.css'
import { useConsole, useT } from '../useConsole.tsx'
import { useKeymap } from './CommandKeys.tsx'
import { MoreBox } from './MoreBox.tsx'

interface MoreActionsProps {
  ref: Ref<HTMLButtonElement>
  commands: readonly Command[]
}

/** The menu of the actions that do not fit into a header. */
export function MoreActions({ ref, commands }: MoreActionsProps) {
  const t = useT()
  const { runner } = useConsole()
  const keymap = useKeymap()
  return (
    <Menu.Root>
      <Menu.Trigger ref={ref} render={<MoreBox />} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            {commands.map((command) => {
              const [keys] = keymap.keysFor(command.id)
              // The focus returns to the button before the command opens something.
              const run = () => queueMicrotask(() => runner.begin(command.id))
              return (
                <Menu.Item key={command.id} className={menu.item} data-command={command.id} onClick={run}>
                  <span className={menu.word}>{labelOf(command, t)}</span>
                  {keys !== undefined && <Kbd keys={keys} />}
                </Menu.Item>
              )
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
