import { partLimits } from '@brigade/contract/system/parts/parts.model.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { useSlashKey } from '../../ui/search-form/use-slash-key.ts'
import type { Models } from '../../product/products-select.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'
import type { PartsFilter } from './use-part-list.ts'

type Props = {
  filter: PartsFilter
  models: Models
  count: number
  shown: number
  fullReason: string | undefined
  onFilter: (filter: PartsFilter) => void
  onAdd: (() => void) | undefined
}

/** Filters by model and by words, counts, and adds. */
export function PartsBar({ filter, models, count, shown, fullReason, onFilter, onAdd }: Props) {
  const w = useWords(partsText)
  useSlashKey()
  return (
    <Row gap="8 12" align="end" wrap>
      <span className={css.filter}>
        <SelectField
          bare
          clearable
          searchable
          label={w.model}
          placeholder={w.allModels}
          options={models.groups}
          value={filter.productId}
          onChange={(productId) => onFilter({ ...filter, productId })}
        />
      </span>
      <span className={css.filter}>
        <TextField
          bare
          isFirstFilter
          icon="search"
          label={w.keyword}
          value={filter.keyword}
          autoComplete="off"
          onChange={(event) => onFilter({ ...filter, keyword: event.currentTarget.value })}
        />
      </span>
      <Text paddingBottom="6" tone="ink-3" size="s" grow className={css.count} role="status">
        {shown === count ? w.count({ n: count, max: partLimits.parts }) : w.found({ n: shown })}
      </Text>
      {onAdd === undefined ? null : (
        <Button icon="plus" disabledReason={fullReason} onClick={onAdd}>
          {w.add}
        </Button>
      )}
    </Row>
  )
}
