import css from './page.module.css'

export type Tab = { key: string; label: string; href: string; count?: number | undefined }

/** Tabs are links: each has an address, and a screen behind it that loads only its own data. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.key} href={tab.href} aria-current={tab.key === current ? 'page' : undefined}>
          {tab.label}
          {tab.count === undefined ? null : <span className={css.count}>{tab.count}</span>}
        </a>
      ))}
    </nav>
  )
}
