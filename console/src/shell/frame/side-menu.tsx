import { useWords } from '../../platform/locale.ts'
import { useSession } from '../../platform/session.ts'
import { BrandMark } from '../../ui/icon/brand-mark.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { DemoBadge } from '../demo/demo-badge.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'
import { LiveFoot } from './live-foot.tsx'
import { useWaitingWork } from './use-waiting-work.ts'
import { MenuList } from './menu-list.tsx'

/** The side menu shows the brand, the menu of the signed-in person, that data is the demo’s, and the state of the live connection. */
export function SideMenu({ path, isFolded }: { path: string; isFolded: boolean }) {
  const w = useWords(shellText)
  const menus = useSession((session) => session.menus)
  return (
    <Stack.aside flex ground="canvas" borderRight className={css.sider}>
      <a className={css.brand} href="/" aria-label={w.product}>
        <BrandMark size={24} />
        <span>{w.product}</span>
      </a>
      <MenuList label={w.mainMenu} menus={menus} path={path} isFolded={isFolded} waiting={useWaitingWork(menus)} />
      <DemoBadge />
      <LiveFoot />
    </Stack.aside>
  )
}
