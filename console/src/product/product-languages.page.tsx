import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { WithProduct } from './detail/with-product.tsx'
import { LanguageScreen } from './language/language-screen.tsx'

export const Route = createFileRoute('/_signed-in/product/model/setLang')({ component: Languages })

/** The screen reads the other parameters of the address itself. */
const LanguagesSearch = z.object({ id: Id.optional() })

function Languages() {
  const [{ id }] = useListSearch(LanguagesSearch)
  return id === undefined ? (
    <NotFoundPage />
  ) : (
    <WithProduct key={id} id={id}>
      {(product) => <LanguageScreen product={product} />}
    </WithProduct>
  )
}
