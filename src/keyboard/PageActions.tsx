import { useMemo } from 'react'
import { pageActions } from '#commands/actions.ts'
import type { Command } from '#commands/command.ts'
import type { RouteId } from '#commands/navigation/routes.ts'
import { lazyControl } from '../ui/lazyComponent.tsx'
import { useConsole } from '../useConsole.tsx'
import { CommandButton } from './CommandButton.tsx'
import { FittingLine } from './FittingLine.tsx'
import { MoreBox } from './MoreBox.tsx'
import styles from './PageActions.module.css'
import { useOffered } from './useOffered.ts'

export const MoreActions = lazyControl<{ commands: readonly Command[] }>(
  ({ button }) => <MoreBox {...button} aria-haspopup="menu" />,
  async () => (await import('./MoreActions.tsx')).MoreActions,
)

/** The commands of a screen that can run now. Those that do not fit are in a menu. */
export function PageActions({ place }: { place: RouteId }) {
  const { runner } = useConsole()
  const { main, more } = pageActions[place] ?? NO_ACTIONS
  const commands = useOffered(useMemo(() => (main === undefined ? more : [main, ...more]), [main, more]))
  if (commands.length === 0) return null
  return (
    <div className={styles.actions}>
      <FittingLine items={commands} rest={(count) => <MoreActions commands={commands.slice(count)} />}>
        {(index) => {
          const command = commands[index]!
          return (
            <CommandButton
              of={command}
              variant={command.id === main ? 'primary' : 'quiet'}
              onClick={() => runner.begin(command.id)}
            />
          )
        }}
      </FittingLine>
    </div>
  )
}

const NO_ACTIONS = { main: undefined, more: [] }
