import { Row, Text } from '../../ui/layout/layout.tsx'
import type { Tab } from '../../ui/page/tabs.tsx'
import css from './sub-tabs.module.css'

/** The parts of a tab, side by side: links too, so that each has an address. */
export function SubTabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <Row.nav gap="4" padding="12 24 0" className={css.parts} aria-label={label}>
      {tabs.map((tab) => (
        <Text.a
          key={tab.key}
          padding="0 12"
          radius="s"
          tone="ink-3"
          size="s"
          line="28"
          weight="500"
          nowrap
          href={tab.href}
          aria-current={tab.key === current ? 'page' : undefined}
        >
          {tab.label}
        </Text.a>
      ))}
    </Row.nav>
  )
}
