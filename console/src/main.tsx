import '@fontsource-variable/inter/wght.css'
import './theme.css'
import './base.css'
import './skeleton.css'
import './ui/layout/layout.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { customerFinder } from './customer/customer-finder.ts'
import { deviceFinder } from './device/device-finder.ts'
import { faultCodeFinder } from './fault/code-finder.ts'
import { onReachableAgain } from './platform/connection.ts'
import { followLocale, useLocaleState } from './platform/locale.ts'
import { reloadOnceWhenChunksAreLost } from './platform/chunk-reload.ts'
import { newQueryClient } from './platform/query.ts'
// Sets the chosen colour scheme on the document, also on pages without a choice of scheme.
import './platform/scheme.ts'
import { productFinder } from './product/product-finder.ts'
import { recipeFinder } from './recipe/recipe-finder.ts'
import { registerActs, registerPaletteProvider } from './shell/palette/palette-items.ts'
import { Screens } from './shell/router.tsx'
import { keepFocusInPlace } from './ui/kit/place-of.ts'

const queryClient = newQueryClient()

reloadOnceWhenChunksAreLost()
followLocale()
keepFocusInPlace()
registerPaletteProvider(deviceFinder)
registerPaletteProvider(customerFinder)
registerPaletteProvider(productFinder)
registerPaletteProvider(recipeFinder)
registerPaletteProvider(faultCodeFinder)
registerActs(async () => (await import('./acts.ts')).acts)
// The server answers in the language of the request, so a change of language repeats all queries. The old data stays on screen
// meanwhile.
useLocaleState.subscribe(() => void queryClient.invalidateQueries())
onReachableAgain(() => void queryClient.invalidateQueries())

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Screens />
    </QueryClientProvider>
  </StrictMode>,
)
