import { Outlet, createRootRoute } from '@tanstack/react-router'
import { TipHost } from '../ui/tip/tip-host.tsx'
import { ToastHost } from '../ui/toast/toast-host.tsx'
import { useLinks } from './use-links.ts'

export const Route = createRootRoute({ component: Root })

function Root() {
  useLinks()
  return (
    <>
      <Outlet />
      <ToastHost />
      <TipHost />
    </>
  )
}
