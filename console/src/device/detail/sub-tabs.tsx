import type { Tab } from '../../ui/page/tabs.tsx'
import css from './sub-tabs.module.css'

/** The parts of a tab, side by side: links too, so that each has an address. */
export function SubTabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav className={css.parts} aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.key} href={tab.href} aria-current={tab.key === current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
