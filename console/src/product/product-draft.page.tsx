import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { DraftScreen } from './draft/draft-screen.tsx'
import { draftTabs } from './product-address.ts'

export const Route = createFileRoute('/_signed-in/product/model/draft')({ component: Draft })

const DraftSearch = z.object({
  id: Id.optional(),
  tab: z.enum(draftTabs).default('functions'),
  function: z.string().optional(),
})

function Draft() {
  const [{ id, tab, function: shown }] = useListSearch(DraftSearch)
  return id === undefined ? <NotFoundPage /> : <DraftScreen key={id} id={id} tab={tab} shown={shown} />
}
