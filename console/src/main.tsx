import './fonts.css'
import './theme.css'
import './kit.css'
import './base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createRouter } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadOnceWhenChunksAreLost } from './platform/lost-chunks.ts'
import { useLocaleState } from './platform/locale.ts'
import { onReachableAgain } from './platform/connection.ts'
import { setNavigate } from './platform/navigate.ts'
import { newQueryClient } from './platform/query.ts'
import { useScheme } from './platform/scheme.ts'
import { parseSearch, stringifySearch } from './platform/url-search.ts'
import { routeTree } from './route-tree.gen.ts'
import { NotFoundPage } from './shell/not-found.tsx'
import { PendingPage } from './shell/pending-page.tsx'
import { RouteError } from './shell/route-error.tsx'
import { theme } from './theme.ts'

const queryClient = newQueryClient()

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

reloadOnceWhenChunksAreLost()
setNavigate((path) => router.history.push(path))
// What the server says comes in the language of the question: ask again in the new one; what is on screen stays meanwhile.
useLocaleState.subscribe(() => void queryClient.invalidateQueries())
onReachableAgain(() => void queryClient.invalidateQueries())

function Brigade() {
  const scheme = useScheme((state) => state.scheme)
  return (
    // theme.css holds every variable: the kit writes no style element (strict Content-Security-Policy).
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Brigade />
  </StrictMode>,
)
