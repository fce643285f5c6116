import { Tabs } from '@base-ui/react/tabs'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './ModeTabs.module.css'

interface ModeTabsProps {
  label: string
  modes: readonly { value: string; title: string }[]
  value: string
  onChoose(value: string): void
}

/** The ways of a screen, each with its digit. */
export const ModeTabs = ({ label, modes, value, onChoose }: ModeTabsProps) => (
  <Tabs.Root value={value} onValueChange={(chosen) => onChoose(String(chosen))}>
    <Tabs.List className={styles.tabs} aria-label={label}>
      {modes.map((way, nth) => (
        <Tabs.Tab key={way.value} value={way.value} className={styles.tab}>
          {way.title}
          <span aria-hidden="true">
            <Kbd keys={String(nth + 1)} />
          </span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  </Tabs.Root>
)
