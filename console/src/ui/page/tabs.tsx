import { Row, Text } from '../layout/layout.tsx'
import css from './page.module.css'

export type Tab = { key: string; label: string; href: string; count?: number | undefined }

/** Tabs are links: each has an address, and its screen loads only its own data. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <Row.nav gap="24" padding="0 24" borderBottom className={css.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Row.a
          key={tab.key}
          gap="6"
          align="center"
          tone="ink-2"
          weight="500"
          nowrap
          relative
          href={tab.href}
          aria-current={tab.key === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <Text size="xs" line="16" tone="ink-3" weight="500">
              {tab.count}
            </Text>
          )}
        </Row.a>
      ))}
    </Row.nav>
  )
}
