import { lazy, Suspense, type ReactNode } from 'react'
import type { DeviceView } from '../device/view/device-view.ts'
import { useKept } from '../platform/kept-work.ts'
import { besidePx } from '../theme.ts'
import { narrowerThan } from '../ui/kit/use-is-phone.ts'
import type { CommandForm } from './use-command-form.ts'
import type { Commands } from './use-commands.ts'

const CommandDrawer = lazy(() => import('./command-drawer.tsx').then((module) => ({ default: module.CommandDrawer })))

/** Whether the form of commands has no room beside the page: it is in the drawer alone. */
export const useIsDrawer = narrowerThan(besidePx)

/** Opens the drawer of commands, at the field of a property if there is one. */
type Open = (begin: string | null) => void
type Props = { view: DeviceView; commands: Commands; form: CommandForm; isOpenFirst: boolean }

/** The drawer of commands of a device's page, and what opens it. */
export function useCommandDrawer({ view, commands, form, isOpenFirst }: Props): [Open, ReactNode] {
  const [drawer, setDrawer] = useKept<{ begin: string | null } | null>(
    'command drawer',
    isOpenFirst ? { begin: null } : null,
  )
  const open: Open = (begin) => {
    if (begin !== null) form.setWhat('property')
    setDrawer({ begin })
  }
  return [
    open,
    drawer === null ? null : (
      <Suspense fallback={null}>
        <CommandDrawer
          view={view}
          commands={commands}
          form={form}
          begin={drawer.begin}
          onClose={() => setDrawer(null)}
        />
      </Suspense>
    ),
  ]
}
