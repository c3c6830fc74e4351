import type { LanguageRow, LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { UnsavedMark } from '../../ui/form/edit-foot.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
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

/** The languages that were begun, each with its coverage. */
export function LanguageList({ productId, rows, current, hasUnsaved }: Props) {
  const w = useWords(languageText)
  const nameOf = useNameOf()
  return (
    <Box.nav padding="8 0" alignSelf="start" className={css.list} aria-label={w.languages}>
      {rows.map((row) => (
        <Stack.a
          key={row.language}
          gap="2"
          padding="8 12 8 gutter"
          tone="ink"
          relative
          href={languageHref(productId, row.language)}
          aria-current={row.language === current ? 'page' : undefined}
        >
          <Row.span gap="8" align="center">
            <Text.b weight="550">{nameOf(languageWords[row.language])}</Text.b>
            <Text.small tone="ink-3" size="xs" lang={row.language}>
              {languageWords[row.language].own}
            </Text.small>
            {hasUnsaved(row.language) ? <UnsavedMark label={w.unsavedMark} /> : null}
          </Row.span>
          <Row.span gap="8" justify="between" size="xs">
            <CoverageBadge done={row.translated} all={row.total} />
            <LanguageBadge status={row.status} />
          </Row.span>
        </Stack.a>
      ))}
    </Box.nav>
  )
}
