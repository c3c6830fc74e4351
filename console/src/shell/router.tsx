import { RouterProvider, createRouter } from '@tanstack/react-router'
import { setNavigate } from '../platform/navigate.ts'
import { parseSearch, stringifySearch } from '../platform/address/url-search.ts'
import { routeTree } from '../route-tree.gen.ts'
import { NotFoundPage } from './not-found.tsx'
import { PendingPage } from './pending-page.tsx'
import { RouteError } from './route-error.tsx'

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

setNavigate((path) => router.history.push(path))

/** Every screen by its address. */
export function Screens() {
  return <RouterProvider router={router} />
}
