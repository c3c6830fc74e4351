import { wordKinds, type WordKind } from '@brigade/contract/product/language/language.model.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Row } from '../../ui/layout/layout.tsx'
import css from './language.module.css'
import { wordsText } from './language.text.ts'
import type { WordFilter, WordShow } from './word-filter.ts'

type Props = {
  filter: WordFilter
  counts: Readonly<Record<WordShow, number>>
  kinds: readonly WordKind[]
  onFilter: (filter: WordFilter) => void
}

/** Filters words: all, missing ones, those changed since publishing; by kind; by text. */
export function WordFilters({ filter, counts, kinds, onFilter }: Props) {
  const w = useWords(wordsText)
  return (
    <Row gap="8 12" padding="12 16" align="center" wrap>
      <Segments
        label={w.show}
        options={[
          { value: 'all' as const, label: w.all({ n: formatNumber(counts.all) }) },
          { value: 'missing' as const, label: w.missing({ n: formatNumber(counts.missing) }) },
          { value: 'changed' as const, label: w.changedSince({ n: formatNumber(counts.changed) }) },
        ]}
        value={filter.show}
        onChange={(show) => onFilter({ ...filter, show })}
      />
      <span className={`${css.kindFilter} spoken-label`}>
        <SelectField
          bare
          label={w.kind}
          placeholder={w.anyKind}
          clearable
          options={kinds.map((kind) => ({ value: kind, label: w[kind] }))}
          value={filter.kind ?? null}
          onChange={(chosen) => onFilter({ ...filter, kind: wordKinds.find((kind) => kind === chosen) })}
        />
      </span>
      <Box.span grow className={`${css.wordSearch} spoken-label`}>
        <TextField
          bare
          isFirstFilter
          icon="search"
          label={w.search}
          placeholder={w.search}
          autoComplete="off"
          value={filter.keyword}
          onChange={(event) => onFilter({ ...filter, keyword: event.currentTarget.value })}
        />
      </Box.span>
    </Row>
  )
}
