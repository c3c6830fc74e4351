import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { LanguageTag, WordKind } from '@brigade/contract/product/language/language.model.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { usePlatformCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { ask } from '../../platform/query.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Button } from '../../ui/button/button.tsx'
import { Grid, Stack } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useSlashKey } from '../../ui/search-form/use-slash-key.ts'
import { AddLanguage } from './add-language.tsx'
import { languageHref } from './language-address.ts'
import { LanguageEditor } from './language-editor.tsx'
import { LanguageHead } from './language-head.tsx'
import { LanguageList } from './language-list.tsx'
import css from './language.module.css'
import { languageText } from './language.text.ts'
import { useTypedWords } from './use-language-words.ts'
import { wordShows } from './word-filter.ts'

/** The address holds the language and the filters of its words. */
const ScreenSearch = z.object({
  language: LanguageTag.optional(),
  show: z.enum(wordShows).default('all'),
  kind: WordKind.optional(),
})

const guarded = ['id']

/** Languages of a product beside English and Chinese, with their coverage and their words. */
export function LanguageScreen({ product }: { product: ProductDetail }) {
  useSlashKey()
  const [isAdding, setAdding] = useState(false)
  const { id } = product
  const query = useQuery(
    ask(languageApi.listLanguages, { productId: id, pageSize: 80, sort: 'language' }, { quiet: true }),
  )
  const [search, change] = useListSearch(ScreenSearch)
  const [keyword, setKeyword] = useState('')
  const work = useTypedWords(id)
  const rows = query.data?.list
  const current = rows?.find(({ language }) => language === search.language) ?? rows?.[0]
  const hasUnsaved = (language: LanguageTag): boolean => work.typed[language] !== undefined
  const { show, kind } = search
  // The object keeps its identity while its content is unchanged, because a new object resets the table to its first page.
  const filter = useMemo(() => ({ show, kind, keyword }), [show, kind, keyword])
  return (
    <Stack flex shrink>
      <LanguageHead
        product={product}
        rows={rows ?? []}
        current={current}
        hasUnsaved={hasUnsaved}
        onAdd={() => setAdding(true)}
        onRemoved={work.forget}
      />
      {rows === undefined ? (
        query.error === null ? null : (
          <ErrorPanel message={query.error.message} onRetry={() => void query.refetch()} />
        )
      ) : current === undefined ? (
        <NoLanguages onAdd={() => setAdding(true)} />
      ) : (
        <Grid borderTop className={css.layout}>
          <LanguageList productId={id} rows={rows} current={current.language} hasUnsaved={hasUnsaved} />
          <LanguageEditor
            key={current.language}
            productId={id}
            language={current.language}
            work={work}
            filter={filter}
            onFilter={(next) => {
              setKeyword(next.keyword)
              if (next.show !== search.show || next.kind !== search.kind)
                change({ show: next.show === 'all' ? undefined : next.show, kind: next.kind })
            }}
          />
        </Grid>
      )}
      <AddLanguage
        productId={id}
        begun={(rows ?? []).map(({ language }) => language)}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(language) => {
          setAdding(false)
          go(languageHref(id, language))
        }}
      />
      <UnsavedGuard when={Object.keys(work.typed).length > 0} keys={guarded} />
    </Stack>
  )
}

function NoLanguages({ onAdd }: { onAdd: () => void }) {
  const w = useWords(languageText)
  const mayAdd = usePlatformCan()('product-language:update')
  return (
    <EmptyPanel
      icon="language"
      title={w.emptyTitle}
      hint={mayAdd ? w.emptyHint : w.emptyReader}
      {...(mayAdd
        ? {
            action: (
              <Button look="primary" icon="plus" onClick={onAdd}>
                {w.add}
              </Button>
            ),
          }
        : {})}
    />
  )
}
