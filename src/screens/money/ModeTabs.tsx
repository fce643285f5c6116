import { Tabs } from '@base-ui/react/tabs'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './ModeTabs.module.css'

interface ModeTabsProps {
  label: string
  modes: readonly { value: string; title: string }[]
  value: string
  onChoose(value: string): void
}

/** The modes of a screen as tabs, each with its digit key. */
export const ModeTabs = ({ label, modes, value, onChoose }: ModeTabsProps) => (
  <Tabs.Root value={value} onValueChange={(chosen) => onChoose(String(chosen))}>
    <Tabs.List className={styles.tabs} aria-label={label}>
      {modes.map((mode, nth) => (
        <Tabs.Tab key={mode.value} value={mode.value} className={styles.tab}>
          {mode.title}
          <span aria-hidden="true">
            <Kbd keys={String(nth + 1)} />
          </span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  </Tabs.Root>
)
