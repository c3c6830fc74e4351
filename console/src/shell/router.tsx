import { StillPage } from './still-page.tsx'
import { shellText } from './shell.text.ts'
import { Button } from '../ui/button/button.tsx'
import { platformText } from '../platform/platform.text.ts'
import { useWords } from '../platform/locale.ts'
import { type ErrorComponentProps, RouterProvider, createRouter } from '@tanstack/react-router'
import { isLostChunk, preload, useReloading } from '../platform/chunk-reload.ts'
import { setNavigate } from '../platform/navigate.ts'
import { parseSearch, stringifySearch } from '../platform/address/url-search.ts'
import { tokenNow } from '../platform/session.ts'
import { routeTree } from '../route-tree.gen.ts'
import { NotFoundPage } from './not-found.tsx'
import { PendingPage } from './pending-page.tsx'

const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: () => <NotFoundPage />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// The chunks of the page that is opened come at once, beside what has to be known before it is drawn (the frame's `beforeLoad`).
if (tokenNow() !== null) {
  const [opened] = router.getMatchedRoutes(location.pathname)
  preload(() => Promise.all(opened.map(async (route) => router.loadRouteChunk(route))))
}

setNavigate((path) => router.history.push(path))

/** Every screen by its address. */
export function Screens() {
  return <RouterProvider router={router} />
}

/** A screen that failed while it was shown; the frame around it stays. */
function RouteError({ error }: ErrorComponentProps) {
  const w = useWords(shellText)
  const p = useWords(platformText)
  const isReloading = useReloading()
  if (isReloading) return <PendingPage />
  return (
    <StillPage
      icon="alert"
      title={w.errorTitle}
      actions={<Button onClick={() => location.reload()}>{w.reload}</Button>}
    >
      {isLostChunk(error) ? p.chunkLost : error instanceof Error ? error.message : String(error)}
    </StillPage>
  )
}
