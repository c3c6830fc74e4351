import type { LanguageRow, LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { CoverageBadge } from './coverage-badge.tsx'
import { languageHref } from './language-address.ts'
import { LanguageBadge } from './language-badge.tsx'
import css from './language.module.css'
import { languageText } from './language.text.ts'

type Props = {
  productId: string
  rows: readonly LanguageRow[]
  current: LanguageTag | undefined
  hasUnsaved: (language: LanguageTag) => boolean
}

/** The languages begun, each with how far it is. */
export function LanguageList({ productId, rows, current, hasUnsaved }: Props) {
  const w = useWords(languageText)
  const nameOf = useNameOf()
  return (
    <nav className={css.list} aria-label={w.languages}>
      {rows.map((row) => (
        <a
          key={row.language}
          href={languageHref(productId, row.language)}
          aria-current={row.language === current ? 'page' : undefined}
        >
          <span className={css.listName}>
            <b>{nameOf(languageWords[row.language])}</b>
            <small lang={row.language}>{languageWords[row.language].own}</small>
            {hasUnsaved(row.language) ? <i className={css.unsaved} role="img" aria-label={w.unsavedMark} /> : null}
          </span>
          <span className={css.listState}>
            <CoverageBadge done={row.translated} all={row.total} />
            <LanguageBadge status={row.status} />
          </span>
        </a>
      ))}
    </nav>
  )
}
